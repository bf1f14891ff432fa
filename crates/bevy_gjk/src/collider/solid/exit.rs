//! The shortest way of a convex shape out of a solid.
//!
//! A way out ends where the body touches the boundary from outside and nothing of it is inside. [Candidates](super::ways) are, of each face
//! nearby, the way along its normal until the body is beyond its plane; of each face that it overlaps, the way by which GJK and EPA
//! separate the two, if it leads outwards; from a point inside, the way to the nearest face, and on until nothing is behind that; and the way
//! off the hull of the faces nearby. They are tried, shortest first. One that ends inside goes on [until it is out](super::lead_out): straight, or
//! led on out of the faces that it ends in. If all end inside, the way past the whole set counts. At last the shortest is turned towards
//! the faces that it ends at.

use gjk::Wide;

use super::Solid;
use super::body::BodyParts;
use super::in_solid::Body;
use crate::collider::Dimension;

/// A way out of a solid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit<D: Dimension> {
    /// The index of the part whose face the body touches at the end of the way.
    pub(crate) part: u32,
    /// The unit direction.
    pub(crate) direction: D::Wide,
    /// The length.
    pub(crate) depth: f64,
    /// The point of the body that touches the solid at the end, where it is now: the last one to leave. In the world.
    pub(crate) deepest: D::Wide,
    /// The index of its part.
    pub(crate) part_of_body: u32,
}

impl<D: Dimension> Solid<'_, D> {
    /// Returns the shortest way of a displaced body out of the solid, or `None` if it does not touch it. The body is bounded.
    pub(crate) fn exit(&self, parts: &dyn BodyParts<D::Vector>, displacement: D::Wide) -> Option<Exit<D>> {
        let body = Body::new(self, parts, displacement);
        let inside = body.point_inside(D::Wide::ZERO, D::Wide::ZERO);
        if inside.is_none() && !body.touches_face() {
            return None;
        }
        let (mut ways, mut best) = body.ways(inside);
        ways.sort_by(|one, two| one.depth.total_cmp(&two.depth));
        for way in &ways {
            if best.is_some_and(|best: Exit<D>| best.depth <= way.depth) {
                break;
            }
            if let Some(led_out) = body.lead_out(way)
                && best.is_none_or(|best| led_out.depth < best.depth)
            {
                best = Some(led_out);
            }
        }
        best.or_else(|| body.way_past_all())
            .map(|way| body.with_witness(body.turned(body.off_edges_instead(way))))
    }
}
