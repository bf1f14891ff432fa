//! Files that are cut off, damaged, hostile or of something else give an error, and what precedes the damage.

use bevy_gjk::recording::{
    CollisionRecorder, CollisionRecorderPlugin, CollisionReplay, Recordable, Recording, RecordingError,
};

use crate::common::prelude::*;
use crate::recording::scenes::recorded_file;

/// Returns a recording of two balls, one of which goes to and fro, with as many runs and a keyframe in each few.
fn file(runs: usize) -> Vec<u8> {
    let mut app =
        app_with((CollisionPlugin::<Dim2>::default(), CollisionRecorderPlugin::<Dim2>::ring(1 << 20)));
    app.finish();
    app.spawn((dim2::Collider::circle(1.0), Transform::default(), Name::new("ball")));
    let moving = app.spawn((dim2::Collider::circle(1.0), Transform::default()));
    for run in 0..runs {
        app.get_mut::<Transform>(moving).translation.x = if run % 2 == 0 { 1.5 } else { 9.0 + run as f32 };
        app.resource_mut::<CollisionRecorder<Dim2>>().note(format!("run {run}"));
        app.update();
    }
    CollisionRecorder::<Dim2>::file(app.world_mut())
}

/// Reads as many runs as a file has, and checks that these are right.
fn read_runs(file: Vec<u8>) -> (usize, Result<(), RecordingError>) {
    let recording = match Recording::<Dim2>::read(file) {
        Ok(recording) => recording,
        Err(error) => return (0, Err(error)),
    };
    let mut count = 0;
    let read = recording.each_run(|run| {
        assert_eq!((run.run, run.notes), (count as u64, vec![format!("run {count}")]));
        assert_eq!(run.events.len(), 1, "{count}");
        count += 1;
        true
    });
    (count, read)
}

#[test]
fn a_recording_is_read_as_it_was_written() {
    let file = file(150);
    assert_eq!(read_runs(file.clone()), (150, Ok(())));
    let recording = Recording::<Dim2>::read(file).unwrap();
    assert_eq!((recording.runs(), recording.damage()), (0..150, None));
    let header = recording.header();
    assert_eq!((header.version, header.dimension), (1, 2));
    assert!(header.names.values().any(|name| name == "ball"), "{header:?}");
}

#[test]
fn what_precedes_a_cut_is_read_wherever_it_is() {
    let file = file(150);
    let mut last = 0;
    for length in 0..file.len() {
        let (count, read) = read_runs(file[..length].to_vec());
        // Between two chunks, it may as well be the end of a game that has crashed.
        let is_whole = count == 150 || count > 0 && count % 60 == 0;
        assert!(count >= last && (read.is_err() || is_whole), "{length}: {count} runs, {read:?}");
        last = count;
    }
    assert_eq!(last, 150, "the index alone may be missing");
}

#[test]
fn a_flipped_bit_costs_no_more_than_what_follows_it() {
    let file = file(150);
    let mut random = Random(3);
    for _ in 0..600 {
        let mut flipped = file.clone();
        let at = random.below(flipped.len() as u32) as usize;
        flipped[at] ^= 1 << random.below(8);
        // All that is read is as it was written, which `read_runs` asserts.
        let (count, read) = read_runs(flipped);
        assert!(count == 150 || read.is_err(), "{at}: {count} runs");
    }
}

#[test]
fn other_files_are_refused_with_the_reason() {
    let read = |file: &[u8]| Recording::<Dim2>::read(file.to_vec()).unwrap_err();
    assert_eq!(read(b""), RecordingError::NotARecording);
    assert_eq!(read(&[7; 4000]), RecordingError::NotARecording);
    let file = file(2);
    assert_eq!(Recording::<Dim3>::read(file.clone()).unwrap_err(), RecordingError::Dimension(2));
    let newer = with_header(&file, r#"{"version": 7, "something": "else"}"#);
    assert_eq!(read(&newer), RecordingError::Newer { found: 7, readable: 1 });
    assert!(read(&newer).to_string().contains("update"), "{}", read(&newer));
    assert!(matches!(read(&with_header(&file, "[")), RecordingError::Malformed(8, _)));
    assert_eq!(read(&with_header(&file, r#"{"version": 1, "dimension": 3}"#)), RecordingError::Dimension(3));
}

/// Replaces the header of a recording.
fn with_header(file: &[u8], json: &str) -> Vec<u8> {
    let length = u32::from_le_bytes(file[16..20].try_into().unwrap()) as usize;
    let mut new = file[..8].to_vec();
    new.extend(chunk(b"HEAD", json.as_bytes()));
    new.extend(&file[24 + length..]);
    new
}

/// Returns a chunk that is not compressed.
fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut head = kind.to_vec();
    head.extend([0; 4]);
    head.extend((content.len() as u32).to_le_bytes());
    let mut sum = crc32fast::Hasher::new();
    sum.update(&head);
    sum.update(content);
    head.extend(sum.finalize().to_le_bytes());
    head.extend(content);
    head
}

#[test]
fn an_index_that_lies_is_not_believed() {
    let file = file(150);
    let offset = u64::from_le_bytes(file[file.len() - 16..file.len() - 8].try_into().unwrap()) as usize;
    let with_index = |entries: &[[u64; 3]], index_offset: u64| {
        let mut new = file[..offset].to_vec();
        new.extend(chunk(b"INDX", &postcard::to_stdvec(entries).unwrap()));
        new.extend(index_offset.to_le_bytes());
        new.extend(b"GJKINDEX");
        new
    };
    let start = 24 + u64::from(u32::from_le_bytes(file[16..20].try_into().unwrap()));
    let lies: [&[[u64; 3]]; 7] = [
        &[],
        &[[8, 0, 150]],
        &[[start, 0, 75], [start, 75, 75]],
        &[[start + 1, 0, 150]],
        &[[u64::MAX, 0, 150]],
        &[[1 << 60, 1 << 60, 1 << 60]],
        &[[start, u64::MAX, 150]],
    ];
    for entries in lies {
        assert_eq!(read_runs(with_index(entries, offset as u64)), (150, Ok(())), "{entries:?}");
    }
    // An index that points backwards, at itself, and beyond the end.
    for index_offset in [0, 8, start, offset as u64 + 1, file.len() as u64, 1 << 60, u64::MAX] {
        assert_eq!(read_runs(with_index(&[[start, 0, 150]], index_offset)), (150, Ok(())), "{index_offset}");
    }
    // It promises more runs than there are.
    let (count, read) = read_runs(with_index(&[[start, 0, 1 << 60]], offset as u64));
    assert_eq!((count, read), (150, Ok(())));
}

#[test]
fn contents_that_claim_more_than_they_hold_are_malformed_and_allocate_nothing() {
    let good = file(2);
    let start = 24 + u32::from_le_bytes(good[16..20].try_into().unwrap()) as usize;
    let long = postcard::to_stdvec(&(1u64 << 60)).unwrap();
    let many_parts = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
    for kind in [b"KEYF", b"RUNS"] {
        for content in [&long[..], &many_parts, &[0; 3], &[1; 300], &[]] {
            let mut new = good[..start].to_vec();
            new.extend(chunk(kind, content));
            let error = Recording::<Dim2>::read(new).map(|recording| recording.damage().cloned());
            assert!(matches!(error, Err(RecordingError::Malformed(..))), "{kind:?}, {content:?}: {error:?}");
        }
    }
}

#[test]
fn a_thousand_nested_compounds_are_refused_and_thirty_are_read() {
    let mut nested = dim2::Collider::circle(1.0);
    for _ in 0..31 {
        let part = ColliderPart { transform: Transform::default(), shape: nested };
        nested = dim2::Collider::Compound { parts: vec![part] };
    }
    // In bytes, a compound is its variant, the number of its parts, and their transforms and shapes.
    let bytes = postcard::to_stdvec(&nested).unwrap();
    let shape = postcard::to_stdvec(&dim2::Collider::circle(1.0)).unwrap();
    let level = (bytes.len() - shape.len()) / 31;
    let deep: Vec<u8> = bytes[..level].repeat(1000).into_iter().chain(shape).collect();
    assert!(postcard::from_bytes::<dim2::Collider>(&bytes).is_ok());
    assert!(postcard::from_bytes::<dim2::Collider>(&deep).is_err());
}

#[test]
fn a_damaged_recording_is_played_up_to_the_damage() {
    let mut file = file(150);
    let cut = file.len() * 2 / 3;
    file.truncate(cut);
    let recording = Recording::<Dim2>::read(file).unwrap();
    assert!(matches!(recording.damage(), Some(RecordingError::CutOff(_))));
    let mut app = CollisionReplay::app(recording);
    let mut count = 0;
    let end = loop {
        match CollisionReplay::<Dim2>::step(app.world_mut()) {
            Ok(Some(played)) => {
                assert_eq!(played.difference, None);
                count += 1;
            }
            end => break end,
        }
    };
    assert!(matches!(end, Err(RecordingError::CutOff(_))), "{end:?}");
    assert!((60..150).contains(&count), "{count}");
}

/// Replaces random bytes of a random chunk after the header, with the checksum that belongs to them.
fn forge(file: &mut [u8], random: &mut Random) {
    let length_at =
        |file: &[u8], at: usize| u32::from_le_bytes(file[at + 8..at + 12].try_into().unwrap()) as usize;
    let (mut starts, mut at) = (Vec::new(), 8);
    while at + 16 < file.len() {
        starts.push(at);
        at += 16 + length_at(file, at);
    }
    let start = starts[1 + random.below(starts.len() as u32 - 1) as usize];
    let end = start + 16 + length_at(file, start);
    for _ in 0..1 + random.below(3) {
        let at = start + 16 + random.below((end - start - 16) as u32) as usize;
        file[at] = match random.below(3) {
            0 => file[at] ^ 1 << random.below(8),
            1 => 0xff,
            _ => random.below(256) as u8,
        };
    }
    let mut sum = crc32fast::Hasher::new();
    sum.update(&file[start..start + 12]);
    sum.update(&file[start + 16..end]);
    file[start + 12..start + 16].copy_from_slice(&sum.finalize().to_le_bytes());
}

/// `RECORDING_FORGED` is the number of files.
fn a_forged_file_is_played_up_to_what_is_wrong_without_a_panic<D: Spatial + Recordable>() {
    let count = std::env::var("RECORDING_FORGED").map_or(40, |count| count.parse().unwrap());
    let (good, mut random) = (recorded_file::<D>(1, 40), Random(2));
    let (mut refused, mut played) = (0, 0);
    for _ in 0..count {
        let mut file = good.clone();
        forge(&mut file, &mut random);
        let recording = Recording::<D>::read(file).unwrap();
        let mut app = CollisionReplay::app(recording);
        let end = loop {
            match CollisionReplay::<D>::step(app.world_mut()) {
                Ok(Some(_)) => {}
                end => break end,
            }
        };
        *if end.is_err() { &mut refused } else { &mut played } += 1;
    }
    println!("{}: {refused} refused, {played} played to their end", D::NAME);
    assert!(refused > 0 && played > 0, "{refused} refused, {played} played");
}

in_both_dimensions!(a_forged_file_is_played_up_to_what_is_wrong_without_a_panic);
