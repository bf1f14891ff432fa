//! Which assets came, changed, failed or went.

use bevy_asset::{Asset, AssetEvent, AssetId, AssetLoadFailedEvent, AssetServer, Assets, LoadState};
use bevy_ecs::message::MessageReader;
use bevy_ecs::prelude::{Local, Res};
use bevy_ecs::system::SystemParam;
use bevy_platform::collections::HashSet;

use crate::from_assets::source::SourceError;

/// The assets of one type, and what happened to them since the system last ran.
#[derive(SystemParam)]
pub(super) struct News<'w, 's, A: Asset> {
    assets: Res<'w, Assets<A>>,
    server: Option<Res<'w, AssetServer>>,
    events: MessageReader<'w, 's, AssetEvent<A>>,
    failures: MessageReader<'w, 's, AssetLoadFailedEvent<A>>,
    touched: Local<'s, HashSet<AssetId<A>>>,
}

impl<A: Asset> News<'_, '_, A> {
    /// Takes in what happened, and gives the assets to which it happened.
    pub(super) fn read(&mut self) -> &HashSet<AssetId<A>> {
        self.touched.clear();
        let changed = self.events.read().filter_map(|event| match *event {
            AssetEvent::Added { id } | AssetEvent::Modified { id } | AssetEvent::Removed { id } => Some(id),
            _ => None,
        });
        self.touched.extend(changed);
        self.touched.extend(self.failures.read().map(|failure| failure.id));
        &self.touched
    }

    /// What [`read`](Self::read) gave last.
    pub(super) fn touched(&self) -> &HashSet<AssetId<A>> {
        &self.touched
    }

    /// The asset, or nothing as long as it is being loaded.
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
