//! Hugging Face parquet: one row a sample, its pictures inside, and the metadata that makes `datasets` decode them.

use super::Sink;
use crate::files::Draft;
use crate::{DemosError, Role, Sample};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// The columns, in the order in which [`Rows::flush`] writes their leaves. Nothing is ever missing, but `datasets` believes the
/// metadata about a column only if all of it may be.
const SCHEMA: &str = "
    message sample {
        optional binary id (STRING);
        optional binary task (STRING);
        optional int64 seed;
        optional binary settings (STRING);
        optional binary start (STRING);
        optional int64 repeat;
        optional binary agent (STRING);
        optional binary strategy (STRING);
        optional double score;
        optional boolean passed;
        optional int64 n_steps;
        optional group actions (LIST) { repeated group list { optional binary element (STRING); } }
        optional group noise_steps (LIST) { repeated group list { optional int64 element; } }
        optional group messages (LIST) { repeated group list { optional group element {
            optional binary role (STRING);
            optional binary content (STRING);
        } } }
        optional group images (LIST) { repeated group list { optional group element {
            optional binary bytes;
            optional binary path (STRING);
        } } }
    }";

/// A row group is written once its pictures come to this, so that memory stays bounded and readers can skip.
const GROUP_BYTES: usize = 32 << 20;
const GROUP_ROWS: usize = 1000;

pub(crate) struct Shard {
    draft: Draft,
    writer: SerializedFileWriter<BufWriter<File>>,
    rows: Rows,
}

/// A row group in the making, a field a leaf column.
#[derive(Default)]
struct Rows {
    count: usize,
    bytes: usize,
    id: Vec<ByteArray>,
    task: Vec<ByteArray>,
    seed: Vec<i64>,
    settings: Vec<ByteArray>,
    start: Vec<ByteArray>,
    repeat: Vec<i64>,
    agent: Vec<ByteArray>,
    strategy: Vec<ByteArray>,
    score: Vec<f64>,
    passed: Vec<bool>,
    n_steps: Vec<i64>,
    actions: List<ByteArray, ITEM>,
    noise_steps: List<i64, ITEM>,
    roles: List<ByteArray, PART>,
    contents: List<ByteArray, PART>,
    image_bytes: List<ByteArray, PART>,
    image_paths: List<ByteArray, PART>,
}

/// How many of the levels that may be missing are there: a plain value, an empty list, a list's item, a part of one.
const VALUE: i16 = 1;
const EMPTY: i16 = 1;
const ITEM: i16 = 3;
const PART: i16 = 4;

/// A column of lists as parquet has it: the values, and for each where its list begins. `THERE` is the definition level of a
/// value.
#[derive(Default)]
struct List<T, const THERE: i16> {
    values: Vec<T>,
    definition: Vec<i16>,
    /// 0 where a list begins, 1 where it goes on.
    repetition: Vec<i16>,
}

impl<T, const THERE: i16> List<T, THERE> {
    fn push(&mut self, items: impl IntoIterator<Item = T>) {
        let before = self.values.len();
        self.values.extend(items);
        let added = self.values.len() - before;
        self.definition.extend(std::iter::repeat_n(THERE, added));
        self.repetition.extend((0..added).map(|index| i16::from(index > 0)));
        if added == 0 {
            self.definition.push(EMPTY);
            self.repetition.push(0);
        }
    }
}

impl Shard {
    pub(crate) fn create(path: PathBuf) -> Result<Self, DemosError> {
        let (draft, file) = Draft::create(path)?;
        let schema = parse_message_type(SCHEMA).map_err(DemosError::parquet(&draft.path))?;
        let features = KeyValue::new("huggingface".to_owned(), json!({"info": {"features": features()}}).to_string());
        let properties = WriterProperties::builder()
            .set_key_value_metadata(Some(vec![features]))
            // Pictures are compressed already, and nobody looks for their smallest.
            .set_statistics_enabled(EnabledStatistics::None)
            .set_dictionary_enabled(false)
            // How many values go into a page before its size is looked at.
            .set_write_batch_size(16)
            .build();
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties));
        Ok(Self { writer: writer.map_err(DemosError::parquet(&draft.path))?, draft, rows: Rows::default() })
    }

    fn flush(&mut self) -> Result<(), DemosError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.count == 0 {
            return Ok(());
        }
        let written = self.writer.next_row_group().and_then(|group| rows.flush(group));
        written.map_err(DemosError::parquet(&self.draft.path))
    }
}

impl Sink for Shard {
    fn write(&mut self, sample: &Sample<'_>, images: &[Vec<u8>]) -> Result<(), DemosError> {
        self.rows.push(sample, images);
        if self.rows.bytes >= GROUP_BYTES || self.rows.count >= GROUP_ROWS { self.flush() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<(), DemosError> {
        self.flush()?;
        let mut file = self.writer.into_inner().map_err(DemosError::parquet(&self.draft.path))?;
        file.flush().map_err(DemosError::write(&self.draft.path))?;
        self.draft.finish()
    }
}

impl Rows {
    fn push(&mut self, sample: &Sample<'_>, images: &[Vec<u8>]) {
        let about = sample.about();
        self.count += 1;
        self.bytes += images.iter().map(Vec::len).sum::<usize>();
        self.id.push(about.id.into());
        self.task.push(about.task.into());
        // Seeds beyond what parquet's integers hold wrap around; ours are far below.
        self.seed.push(about.seed as i64);
        self.settings.push(about.settings.into_bytes().into());
        self.start.push(about.start.as_str().into());
        self.repeat.push(about.repeat.into());
        self.agent.push(about.agent.into());
        self.strategy.push(about.strategy.into());
        self.score.push(about.score);
        self.passed.push(about.passed);
        self.n_steps.push(about.n_steps as i64);
        self.actions.push(about.actions.iter().map(|action| ByteArray::from(*action)));
        self.noise_steps.push(about.noise_steps.iter().map(|step| *step as i64));
        self.roles.push(sample.messages.iter().map(|message| match message.role {
            Role::User => "user".into(),
            Role::Assistant => "assistant".into(),
        }));
        self.contents.push(sample.messages.iter().map(|message| message.content.as_str().into()));
        self.image_bytes.push(images.iter().map(|bytes| bytes.clone().into()));
        self.image_paths.push(sample.images.iter().map(|frame| format!("{}.{}", frame.hash, frame.kind).into_bytes().into()));
    }

    fn flush<W: Write + Send>(&self, mut group: SerializedRowGroupWriter<'_, W>) -> Result<(), ParquetError> {
        column::<ByteArrayType, W>(&mut group, &self.id)?;
        column::<ByteArrayType, W>(&mut group, &self.task)?;
        column::<Int64Type, W>(&mut group, &self.seed)?;
        column::<ByteArrayType, W>(&mut group, &self.settings)?;
        column::<ByteArrayType, W>(&mut group, &self.start)?;
        column::<Int64Type, W>(&mut group, &self.repeat)?;
        column::<ByteArrayType, W>(&mut group, &self.agent)?;
        column::<ByteArrayType, W>(&mut group, &self.strategy)?;
        column::<DoubleType, W>(&mut group, &self.score)?;
        column::<BoolType, W>(&mut group, &self.passed)?;
        column::<Int64Type, W>(&mut group, &self.n_steps)?;
        list::<ByteArrayType, W, _>(&mut group, &self.actions)?;
        list::<Int64Type, W, _>(&mut group, &self.noise_steps)?;
        list::<ByteArrayType, W, _>(&mut group, &self.roles)?;
        list::<ByteArrayType, W, _>(&mut group, &self.contents)?;
        list::<ByteArrayType, W, _>(&mut group, &self.image_bytes)?;
        list::<ByteArrayType, W, _>(&mut group, &self.image_paths)?;
        group.close().map(drop)
    }
}

fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
) -> Result<(), ParquetError> {
    leaf::<T, W>(group, values, &vec![VALUE; values.len()], None)
}

fn list<T: DataType, W: Write + Send, const THERE: i16>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    list: &List<T::T, THERE>,
) -> Result<(), ParquetError> {
    leaf::<T, W>(group, &list.values, &list.definition, Some(&list.repetition))
}

fn leaf<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    definition: &[i16],
    repetition: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("the schema has fewer columns than are written".into());
    let mut writer = group.next_column()?.ok_or_else(missing)?;
    writer.typed::<T>().write_batch(values, Some(definition), repetition)?;
    writer.close()
}

/// The columns in the words of the `datasets` library.
fn features() -> Value {
    let value = |kind: &str| json!({"dtype": kind, "_type": "Value"});
    let (text, whole) = (value("string"), value("int64"));
    json!({
        "id": text, "task": text, "seed": whole, "settings": text, "start": text, "repeat": whole, "agent": text,
        "strategy": text, "score": value("float64"), "passed": value("bool"), "n_steps": whole,
        "actions": [text], "noise_steps": [whole],
        "messages": [{"role": text, "content": text}],
        "images": [{"_type": "Image"}],
    })
}
