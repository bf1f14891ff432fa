//! Pushing to a vector without a branch.

/// Pushes an item if a condition holds, without a branch: for conditions that are hard to predict.
#[inline(always)]
pub(crate) fn push_if<T: Copy>(items: &mut Vec<T>, item: T, condition: bool) {
    let count = items.len() + usize::from(condition);
    items.push(item);
    items.truncate(count);
}

#[cfg(test)]
mod tests {
    use crate::detection::push_if::push_if;

    #[test]
    fn push_if_keeps_the_items_for_which_the_condition_holds() {
        let mut even = Vec::new();
        (0..10).for_each(|number| push_if(&mut even, number, number % 2 == 0));
        assert_eq!(even, [0, 2, 4, 6, 8]);
    }
}
