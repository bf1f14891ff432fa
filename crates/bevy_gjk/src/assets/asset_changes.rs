//! The assets that were added, modified or removed, or that failed to load.

use bevy_asset::{Asset, AssetEvent, AssetId, AssetLoadFailedEvent, AssetServer, Assets, LoadState};
use bevy_ecs::message::MessageReader;
use bevy_ecs::prelude::{Local, Res};
use bevy_ecs::system::SystemParam;
use bevy_platform::collections::HashSet;

use crate::assets::source::SourceError;

/// The assets of one type, and their changes since the last run of the system.
#[derive(SystemParam)]
pub(super) struct AssetChanges<'w, 's, A: Asset> {
    assets: Res<'w, Assets<A>>,
    server: Option<Res<'w, AssetServer>>,
    events: MessageReader<'w, 's, AssetEvent<A>>,
    failures: MessageReader<'w, 's, AssetLoadFailedEvent<A>>,
    changed: Local<'s, HashSet<AssetId<A>>>,
}

impl<A: Asset> AssetChanges<'_, '_, A> {
    /// Reads the asset events and returns the assets that they name.
    pub(super) fn read(&mut self) -> &HashSet<AssetId<A>> {
        self.changed.clear();
        let changed = self.events.read().filter_map(|event| match *event {
            AssetEvent::Added { id } | AssetEvent::Modified { id } | AssetEvent::Removed { id } => Some(id),
            _ => None,
        });
        self.changed.extend(changed);
        self.changed.extend(self.failures.read().map(|failure| failure.id));
        &self.changed
    }

    /// Returns the result of the last [`read`](Self::read).
    pub(super) fn changed(&self) -> &HashSet<AssetId<A>> {
        &self.changed
    }

    /// Returns the asset, or `None` while it is being loaded.
    pub(super) fn find(&self, id: AssetId<A>) -> Result<Option<&A>, SourceError> {
        if let Some(asset) = self.assets.get(id) {
            return Ok(Some(asset));
        }
        match self.server.as_ref().and_then(|server| server.get_load_state(id)) {
            Some(LoadState::Failed(error)) => Err(SourceError::NotLoaded(error.to_string())),
            Some(_) => Ok(None),
            None => Err(SourceError::Missing),
        }
    }
}
