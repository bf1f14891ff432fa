//! Which rule keeps two entities apart: an explanation of what the systems do, by the same functions that they call.

use core::fmt::{self, Display, Formatter};
use core::ops::ControlFlow::{Break, Continue};

use bevy_ecs::prelude::{Entity, Has, Res};
use bevy_ecs::system::SystemParam;
use bevy_math::Vec3;
use gjk::Support;

mod apart_reason;
mod causes;

pub use apart_reason::ApartReason;

use causes::CauseQueries;

use crate::collider::{ColliderError, ColliderShape, CompositeShape, Dim2, Dim3, Dimension, add_plugin};
use crate::detection::Collisions;
use crate::detection::proxies::{FilterReason, PlacedCollider};
use crate::ecs::UnfilteredQuery;
use crate::ecs::names::Written;
use crate::frame::compounds::Compounds;
use crate::frame::read_world::{Absence, AbsentColliders};
use crate::query::PairQuery;

/// Whether an entity has a collider, in each dimension.
type HasColliders = (Has<<Dim2 as Dimension>::Collider>, Has<<Dim3 as Dimension>::Collider>);

/// A system parameter that says why two entities do not touch: which rule refuses the pair, or that their shapes do not
/// meet.
///
/// Of components it reads only the names and parents of entities, so it fits into a system beside most queries. It sees
/// what the last run of the systems saw; after a change of the world, run them first, in an exclusive system by
/// [`detect_collisions`](crate::detect_collisions).
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::RunSystemOnce;
/// use bevy_gjk::{dim2::prelude::*, texts::ApartReason};
/// use bevy_transform::prelude::*;
///
/// let mut app = App::new();
/// app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// let wall = app.world_mut().spawn(Collider::rectangle(1.0, 8.0)).id();
/// let ghost_layers = CollisionLayers::new(LayerMask::layer(3), LayerMask::layer(1));
/// let ghost = app.world_mut().spawn((Name::new("ghost"), Collider::circle(1.0), ghost_layers)).id();
/// let far = app.world_mut().spawn((Collider::circle(1.0), Transform::from_xyz(5.0, 0.0, 0.0))).id();
/// let near = app.world_mut().spawn((Collider::circle(1.0), Transform::from_xyz(1.0, 0.0, 0.0))).id();
/// app.update();
///
/// let explain = move |rules: CollisionRules| [ghost, far, near].map(|entity| rules.why_apart(wall, entity));
/// let reasons = app.world_mut().run_system_once(explain).unwrap();
/// let [of_ghost, of_far, of_near] = reasons;
/// let [of_ghost, of_far] = [of_ghost.unwrap(), of_far.unwrap()];
/// assert!(matches!(of_ghost.reason, ApartReason::Layers { .. }));
/// assert!(matches!(of_far.reason, ApartReason::Aabbs { distance: 3.5, .. }));
/// assert!(of_near.is_none(), "they touch");
/// // Printed, it gives the entities with their names.
/// let text = format!("layers: {ghost} \"ghost\" does not collide with layer 0, where {wall} is");
/// assert_eq!(of_ghost.to_string(), text);
/// ```
#[derive(SystemParam)]
#[doc(alias("debug", "why", "explain"))]
pub struct CollisionRules<'w, 's, D: Dimension> {
    #[system_param(validation_message = add_plugin::<D>())]
    collisions: Res<'w, Collisions<D>>,
    #[system_param(validation_message = add_plugin::<D>())]
    compounds: Res<'w, Compounds<D>>,
    absent: AbsentColliders<'w, 's, D>,
    colliders: UnfilteredQuery<'w, 's, HasColliders>,
    cause_queries: CauseQueries<'w, 's, D>,
}

/// Why two entities do not touch: the answer of [`CollisionRules::why_apart`](crate::CollisionRules::why_apart).
///
/// Printed, it is half a sentence that gives the ids and names of the entities, the names of layers as
/// [`collision_layers!`](crate::collision_layers) defines them, and what lies behind the reason: a disabled parent, a
/// scale of 0, the skin of a character.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::RunSystemOnce;
/// use bevy_gjk::{collision_layers, dim2::prelude::*, texts::ApartReason};
/// use bevy_transform::prelude::*;
///
/// collision_layers! { enum Layer { Wall, Ghost } }
///
/// let mut app = App::new();
/// app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// let wall = (Name::new("wall"), Collider::circle(1.0), CollisionLayers::new(Layer::Wall, Layer::Wall));
/// let wall = app.world_mut().spawn(wall).id();
/// let ghost = (Name::new("ghost"), Collider::circle(1.0), CollisionLayers::new(Layer::Ghost, Layer::Wall));
/// let ghost = app.world_mut().spawn(ghost).id();
/// app.update();
///
/// let ask = move |rules: CollisionRules| rules.why_apart(wall, ghost);
/// let why = app.world_mut().run_system_once(ask).unwrap().unwrap();
/// assert!(matches!(why.reason, ApartReason::Layers { .. }));
/// let text = "\"wall\" does not collide with layer 1 \"Ghost\", where";
/// assert!(why.to_string().contains(text), "{why}");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WhyApart {
    /// The reason.
    pub reason: ApartReason,
    text: String,
}

impl Display for WhyApart {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<D: Dimension> CollisionRules<'_, '_, D> {
    /// Returns why two entities do not touch, or `None` if they touch.
    ///
    /// `None` is the answer exactly if [`Collisions::contains`] knows a touch of the two.
    pub fn why_apart(&self, a: Entity, b: Entity) -> Option<WhyApart> {
        if self.collisions.contains(a, b) {
            return None;
        }
        let reason = self.reason(a, b).err()?;
        let colliders = self.collisions.colliders();
        let place = |entity| (entity, colliders.slot_of(entity).map(|slot| colliders.at(slot).affine()));
        let causes = self.cause_queries.causes(&reason, [a, b].map(place), &self.compounds);
        let sentence = Written(|f: &mut Formatter<'_>| reason.describe(&self.cause_queries.names, f));
        Some(WhyApart { reason, text: format!("{sentence}{causes}") })
    }

    /// Goes through the reasons in the order in which the systems do. [`ApartReason::describe`] has their texts.
    fn reason(&self, a: Entity, b: Entity) -> Result<(), ApartReason> {
        let (one, two) = (self.participant(a)?, self.participant(b)?);
        match one.filter_reason(two) {
            None => {}
            Some(FilterReason::SameEntity) => return Err(ApartReason::SameEntity),
            Some(FilterReason::Spaces) => {
                let spaces = [one.space(), two.space()];
                return Err(ApartReason::Spaces { entities: [a, b], spaces });
            }
            Some(FilterReason::Layers) => {
                let layers = [one.layers(), two.layers()];
                return Err(ApartReason::Layers { entities: [a, b], layers });
            }
            Some(FilterReason::ListedByFirst) => return Err(ApartReason::Exception { of: a, listed: b }),
            Some(FilterReason::ListedBySecond) => return Err(ApartReason::Exception { of: b, listed: a }),
            Some(FilterReason::Group(group)) => return Err(ApartReason::NoSelfCollision { group }),
        }
        if self.collisions.is_filtered([one.slot, two.slot]) {
            return Err(ApartReason::CollisionFilter);
        }
        if self.collisions.is_filtered_by_contact([one.slot, two.slot]) {
            return Err(ApartReason::ContactFilter);
        }
        if let Some(grid) = [one, two].into_iter().find(|collider| is_empty_grid(collider)) {
            return Err(ApartReason::NoCells(grid.entity()));
        }
        let pair = PairQuery::new(one, two);
        let colliders = self.collisions.colliders();
        let [proxy, other] = [one, two].map(|collider| &colliders.proxies()[collider.slot as usize]);
        if !proxy.overlaps(other) {
            return Err(ApartReason::Aabbs { gap: gap::<D>([one, two]), distance: pair.distance() });
        }
        if let Some([grid, other]) = refusing_grid([one, two]) {
            return Err(ApartReason::CellLayers { grid, other });
        }
        match pair.closest_points() {
            Some(closest) => Err(ApartReason::Shapes { distance: closest.distance }),
            None => Err(ApartReason::Untested),
        }
    }

    /// Returns the collider of an entity, or why it takes no part.
    fn participant(&self, entity: Entity) -> Result<&PlacedCollider<D>, ApartReason> {
        let colliders = self.collisions.colliders();
        if let Some(collider) = colliders.get(entity) {
            return Ok(collider);
        }
        if let Some(slot) = colliders.slot_of(entity) {
            let error = self.collisions.error_of(entity).or_else(|| colliders.at(slot).find_error());
            return Err(ApartReason::Invalid { entity, error: error.unwrap_or(ColliderError::TooLarge) });
        }
        Err(match self.absent.absence(entity, &self.compounds) {
            Absence::Despawned => ApartReason::Despawned(entity),
            Absence::NoCollider => match self.colliders.get(entity) {
                Ok((false, false)) | Err(_) => ApartReason::NoCollider(entity),
                Ok(_) => ApartReason::OtherDimension(entity),
            },
            Absence::NoTransform => ApartReason::NoTransform(entity),
            Absence::PartOfCompound => {
                ApartReason::PartOfCompound { part: entity, compound: self.compounds.root_of(entity) }
            }
            Absence::EmptyCompound => ApartReason::EmptyCompound(entity),
            Absence::Disabled => ApartReason::Disabled(entity),
            Absence::NotSeen if colliders.run == 0 => ApartReason::NotRun,
            Absence::NotSeen => ApartReason::NotSeen(entity),
        })
    }
}

/// Returns whether a collider consists of grids without a cell.
fn is_empty_grid<D: Dimension>(collider: &PlacedCollider<D>) -> bool {
    collider.composite().is_some_and(CompositeShape::has_cells)
        && collider.each_part(|_, _| Break(())).is_continue()
}

/// Returns how far the AABBs of two colliders are apart.
fn gap<D: Dimension>(pair: [&PlacedCollider<D>; 2]) -> f32 {
    let [one, two] =
        pair.map(PlacedCollider::bounds).map(|bounds| [bounds.min, bounds.max].map(D::coordinates));
    let along = |axis: usize| (two[0][axis] - one[1][axis]).max(one[0][axis] - two[1][axis]).max(0.0);
    Vec3::from_array([0, 1, 2].map(along)).length()
}

/// Returns the entity of a grid of which a cell that the other collider overlaps refuses it by its own layers, and the
/// other entity.
fn refusing_grid<D: Dimension>([one, two]: [&PlacedCollider<D>; 2]) -> Option<[Entity; 2]> {
    if !(one.has_cell_layers() || two.has_cell_layers()) {
        return None;
    }
    let count = |collider: &PlacedCollider<D>| collider.shape().map_or(0, ColliderShape::len);
    let (few, many) = if count(one) > count(two) { (two, one) } else { (one, two) };
    let flow = few.each_part(|part, shape| {
        let layers = few.layers_of_part(part);
        many.parts_within(&shape.aabb(), |other, of_other| {
            let refuses =
                !layers.interacts_with(many.layers_of_part(other)) && gjk::intersects(shape, of_other);
            if refuses { Break(()) } else { Continue(()) }
        })
    });
    let [grid, other] = if one.has_cell_layers() { [one, two] } else { [two, one] };
    flow.is_break().then(|| [grid.entity(), other.entity()])
}
