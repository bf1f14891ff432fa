//! The way of a swept collider since the systems last ran.

use crate::collider::AffineOf;
use gjk::{Aabb, Affine, Support, Vector, Zonotope};

use crate::aabb::loosened;
use crate::collider::ColliderShape;
use crate::collider::SweptCollider;
use crate::collider::{Dimension, is_finite};
use crate::proxies::PlacedCollider;

/// Where a swept collider comes from.
#[derive(Debug)]
pub(crate) struct SweptMotion<D: Dimension> {
    component: SweptCollider,
    /// Where it stood when the pairs were last tested.
    pub(crate) start: AffineOf<D>,
    /// No point goes a longer way than this by turning and stretching: 0 if it only moves.
    pub(crate) rotational_bound: f32,
    /// The box around all of its way.
    pub(crate) around: Aabb<D::Vector>,
}

impl<D: Dimension> PlacedCollider<D> {
    /// The way of a swept collider that is not where it was.
    #[inline]
    pub(crate) fn motion(&self) -> Option<&SweptMotion<D>> {
        self.motion.as_deref().filter(|motion| motion.start != self.affine)
    }

    /// Whether it is swept, also if it does not move.
    #[inline]
    pub(super) fn is_swept(&self) -> bool {
        self.motion.is_some()
    }

    /// Keeps the box around all of its way, if it is swept.
    pub(crate) fn set_swept_aabb(&mut self, around: Aabb<D::Vector>) {
        if let Some(motion) = &mut self.motion {
            motion.around = around;
        }
    }

    /// Begins a run: it is where it has come. Tells whether it is swept at all.
    pub(super) fn end_sweep(&mut self) -> bool {
        let Some(motion) = &mut self.motion else { return false };
        motion.start = self.affine;
        true
    }

    /// Takes over the linear part of a map, for what it is and for where it comes from.
    pub(super) fn reframe(&mut self, affine: &AffineOf<D>) {
        let moved = |to: &AffineOf<D>| {
            let by = to.translation() - affine.translation();
            D::compose(&Affine::from_translation(by), affine)
        };
        self.affine = moved(&self.affine);
        if let Some(motion) = &mut self.motion {
            motion.start = moved(&motion.start);
        }
    }

    /// Notes whether it is swept, from where it stood `before`. Tells whether its box changes for that.
    pub(super) fn update_sweep(&mut self, swept: Option<SweptCollider>, before: AffineOf<D>) -> bool {
        let Some(component) = swept else { return self.motion.take().is_some() };
        let end = self.affine;
        let mut changed = self.motion.is_none();
        let motion = self.motion.get_or_insert_with(|| {
            Box::new(SweptMotion { component, start: before, rotational_bound: 0.0, around: Aabb::default() })
        });
        if motion.component != component || !is_finite::<D::Vector>(&motion.start) {
            motion.component = component;
            motion.start = end;
            changed = true;
        }
        motion.rotational_bound = 0.0;
        if let Ok(form) = &self.shape
            && turns::<D>(&motion.start, &end)
        {
            if is_alike_all_round(form, &motion.start, &end) {
                // However it turns, it is as if it only moved.
                let back = motion.start.translation() - end.translation();
                motion.start = D::compose(&Affine::from_translation(back), &end);
            } else {
                motion.rotational_bound = rotational_bound(form, &motion.start, &end);
            }
        }
        changed
    }
}

impl<D: Dimension> SweptMotion<D> {
    /// The box around all of the way, of which the ends have these, and the end is there.
    pub(crate) fn bounds(
        &self,
        at_start: Aabb<D::Vector>,
        at_end: Aabb<D::Vector>,
        end: D::Vector,
    ) -> Aabb<D::Vector> {
        let mut way = at_start.union(at_end);
        if self.rotational_bound > 0.0 {
            // Wherever it is on the way, each point is within half of the bend of where it would be if it had
            // the start's pose, or the end's.
            let step = end - self.start.translation();
            let moved = |bounds: Aabb<_>, by| Aabb { min: bounds.min + by, max: bounds.max + by };
            way = way.union(moved(at_start, step)).union(moved(at_end, -step));
        }
        loosened(way, 0.5 * self.rotational_bound)
    }
}

/// Whether two maps differ by more than a translation.
fn turns<D: Dimension>(start: &AffineOf<D>, end: &AffineOf<D>) -> bool {
    (0..D::Vector::DIMENSION).any(|index| start.column(index) != end.column(index))
}

/// Whether a shape is not followed through its turns: a ball, for it looks the same, and a half-space, whose
/// far points would be infinitely fast.
fn is_alike_all_round<D: Dimension>(form: &ColliderShape<D>, start: &AffineOf<D>, end: &AffineOf<D>) -> bool {
    let Some(shape) = form.convex() else { return false };
    let is_ball =
        Zonotope::of(shape).is_some_and(|edges| edges.count == 0) && shape.core().origin == D::Vector::ZERO;
    let same_size = || {
        let sizes = start.similarity().zip(end.similarity());
        sizes.is_some_and(|(one, two)| (one - two).abs() <= 4.0 * f32::EPSILON * two)
    };
    shape.half_space().is_some() || is_ball && same_size()
}

/// How long a way any point goes at most, beside the translation.
fn rotational_bound<D: Dimension>(form: &ColliderShape<D>, start: &AffineOf<D>, end: &AffineOf<D>) -> f32 {
    // How far any point is from the origin at most, under the linear part of a map.
    let reach = |map: &AffineOf<D>| {
        let linear = D::compose(&Affine::from_translation(-map.translation()), map);
        let Aabb { min, max } = form.bounds(&linear);
        let corner = max.max(-min);
        corner.dot(corner).sqrt()
    };
    let (angle, rest) = D::change(start, end);
    angle * reach(start).max(reach(end)) + reach(&rest)
}
