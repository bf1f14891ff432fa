//! Pushing without a branch.

/// Pushes an item where the condition holds; for conditions that the processor would often guess wrong.
#[inline(always)]
pub(crate) fn push_if<T: Copy>(items: &mut Vec<T>, item: T, condition: bool) {
    let count = items.len() + usize::from(condition);
    items.push(item);
    items.truncate(count);
}

#[cfg(test)]
mod tests {
    use crate::push_if::push_if;

    #[test]
    fn keeps_what_it_should() {
        let mut even = Vec::new();
        (0..10).for_each(|number| push_if(&mut even, number, number % 2 == 0));
        assert_eq!(even, [0, 2, 4, 6, 8]);
    }
}
