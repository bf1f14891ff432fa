//! Shared parts.
