//! Features in space: edges and faces, seen as segments and polygons of the plane across the normal.

use glam::DVec3;

use super::edge::{edge_in_face, edges};
use super::ends::Ends;
use super::face::faces;
use super::outline::outline;
use super::{Clip, Corner, Corners, Meeting, Meetings};
use crate::support::Outline;

impl Clip for DVec3 {
    #[inline]
    fn axes(normal: Self) -> [Self; 2] {
        normal.any_orthonormal_pair().into()
    }

    #[inline(always)]
    fn area(one: Self, other: Self, normal: Self) -> f64 {
        one.cross(other).dot(normal)
    }

    #[inline]
    fn outline(corners: &mut Corners) {
        outline(corners);
    }

    /// There are no polygons in space.
    #[allow(private_interfaces, reason = "a space is one of ours")]
    #[inline(always)]
    fn ends(_: &Outline, _: Self, _: f64, _: f64) -> Option<Ends<Self>> {
        None
    }

    #[inline(always)]
    fn clip_edges(a: [Corner; 2], b: [Corner; 2], slop: f64) -> Option<[Meeting; 2]> {
        let mut meetings = Meetings::new();
        edges(a, b, slop, &mut meetings);
        match *meetings {
            [first, last] => Some([first, last]),
            _ => None,
        }
    }

    #[inline]
    fn clip(a: &[Corner], b: &[Corner], slop: f64, meetings: &mut Meetings) {
        match (a, b) {
            (&[a0, a1], &[b0, b1]) => edges([a0, a1], [b0, b1], slop, meetings),
            (&[from, to], [_, _, _, ..]) => edge_in_face([from, to], b, slop, false, meetings),
            ([_, _, _, ..], &[from, to]) => edge_in_face([from, to], a, slop, true, meetings),
            ([_, _, _, ..], [_, _, _, ..]) => faces(a, b, slop, meetings),
            _ => {}
        }
    }
}
