//! Tests of the oracle, and of `gjk` by the oracle.

mod checks;
mod differential;
mod far;
mod found;
mod oracle;
mod quick;
mod reported;
mod tolerances;
