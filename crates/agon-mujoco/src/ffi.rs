//! Everything unsafe: loading the library, calling it, and reading its structs.
//!
//! What makes the safe functions here sound: the offsets belong to the version that was checked at load, every list's
//! length is read from the model that allocated it, a model's memory lives as long as any [`RawData`] made from it, and
//! writing needs `&mut`.

use crate::offsets;
use crate::{MujocoError, VERSION};
use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::marker::PhantomData;
use std::path::Path;
use std::ptr::NonNull;
use std::slice;
use std::sync::Arc;

/// MuJoCo's library, loaded and of the right version. Cheap to clone.
#[derive(Clone)]
pub struct Mujoco(Arc<Functions>);

/// A list in one of MuJoCo's structs: where its pointer is, where the model counts its rows, and how wide a row is.
pub(crate) struct List<Of, T> {
    at: usize,
    count_at: usize,
    width: usize,
    kind: PhantomData<(Of, T)>,
}

/// Marks lists of `mjModel`.
pub(crate) struct InModel;

/// Marks lists of `mjData`.
pub(crate) struct InData;

/// The kinds of objects that are looked up by name, with MuJoCo's numbers for them.
#[derive(Clone, Copy)]
pub(crate) enum Named {
    Body = 1,
    Joint = 3,
    Geom = 5,
    Site = 6,
    Camera = 7,
}

/// An owned `mjModel`.
pub(crate) struct RawModel {
    pointer: NonNull<c_void>,
    mujoco: Mujoco,
}

/// An owned `mjData`, with the model it belongs to.
pub(crate) struct RawData {
    pointer: NonNull<c_void>,
    model: Arc<RawModel>,
}

impl<Of, T> List<Of, T> {
    pub(crate) const fn new(at: usize, count_at: usize, width: usize) -> Self {
        Self { at, count_at, width, kind: PhantomData }
    }
}

type Pointer = *mut c_void;

struct Functions {
    version: unsafe extern "C" fn() -> c_int,
    version_string: unsafe extern "C" fn() -> *const c_char,
    load_xml: unsafe extern "C" fn(*const c_char, *const c_void, *mut c_char, c_int) -> Pointer,
    delete_model: unsafe extern "C" fn(Pointer),
    make_data: unsafe extern "C" fn(Pointer) -> Pointer,
    copy_data: unsafe extern "C" fn(Pointer, Pointer, Pointer) -> Pointer,
    delete_data: unsafe extern "C" fn(Pointer),
    reset_data: unsafe extern "C" fn(Pointer, Pointer),
    forward: unsafe extern "C" fn(Pointer, Pointer),
    step: unsafe extern "C" fn(Pointer, Pointer),
    name_to_id: unsafe extern "C" fn(Pointer, c_int, *const c_char) -> c_int,
    state_size: unsafe extern "C" fn(Pointer, c_uint) -> c_int,
    get_state: unsafe extern "C" fn(Pointer, Pointer, *mut f64, c_uint),
    set_state: unsafe extern "C" fn(Pointer, Pointer, *const f64, c_uint),
    // Last: the functions above are gone once it is dropped.
    _library: Library,
}

impl Mujoco {
    /// Loads the library from a file.
    pub fn open(file: &Path) -> Result<Self, MujocoError> {
        let problem = |error: libloading::Error| {
            let problem = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            MujocoError::Library { file: file.into(), problem }
        };
        // SAFETY: loading runs the library's initialisers; that this is MuJoCo is what the caller's folder promises.
        let library = unsafe { Library::new(file) }.map_err(problem)?;
        // SAFETY: the signatures are those of MuJoCo's headers, and the library outlives the copies: it is kept with them.
        let functions = unsafe {
            Functions {
                version: *library.get(b"mj_version\0").map_err(problem)?,
                version_string: *library.get(b"mj_versionString\0").map_err(problem)?,
                load_xml: *library.get(b"mj_loadXML\0").map_err(problem)?,
                delete_model: *library.get(b"mj_deleteModel\0").map_err(problem)?,
                make_data: *library.get(b"mj_makeData\0").map_err(problem)?,
                copy_data: *library.get(b"mj_copyData\0").map_err(problem)?,
                delete_data: *library.get(b"mj_deleteData\0").map_err(problem)?,
                reset_data: *library.get(b"mj_resetData\0").map_err(problem)?,
                forward: *library.get(b"mj_forward\0").map_err(problem)?,
                step: *library.get(b"mj_step\0").map_err(problem)?,
                name_to_id: *library.get(b"mj_name2id\0").map_err(problem)?,
                state_size: *library.get(b"mj_stateSize\0").map_err(problem)?,
                get_state: *library.get(b"mj_getState\0").map_err(problem)?,
                set_state: *library.get(b"mj_setState\0").map_err(problem)?,
                _library: library,
            }
        };
        // SAFETY: both take nothing; the text is a constant of the library.
        let (number, text) = unsafe { ((functions.version)(), CStr::from_ptr((functions.version_string)())) };
        let found = text.to_string_lossy().into_owned();
        if number != offsets::VERSION || found != VERSION {
            return Err(MujocoError::Version { found });
        }
        functions.hush().map_err(problem)?;
        Ok(Self(Arc::new(functions)))
    }
}

impl Functions {
    /// Warnings would be appended to a file in whatever folder the program runs in.
    fn hush(&self) -> Result<(), libloading::Error> {
        type Handler = Option<unsafe extern "C" fn(*const c_char)>;
        unsafe extern "C" fn ignore(_text: *const c_char) {}
        // SAFETY: the symbol is a global variable of this type, and it is written before any simulation runs; writing it
        // again, for a second load of the same library, stores the same value.
        unsafe { **self._library.get::<*mut Handler>(b"mju_user_warning\0")? = Some(ignore) };
        Ok(())
    }
}

impl RawModel {
    pub(crate) fn load(mujoco: &Mujoco, file: &Path) -> Result<Self, MujocoError> {
        let refused = |problem: String| MujocoError::Model { file: file.into(), problem };
        let name = CString::new(file.as_os_str().as_encoded_bytes()).map_err(|error| refused(error.to_string()))?;
        let mut problem = [0u8; 1000];
        // SAFETY: the name ends with a zero, there is no virtual file system, and the buffer is as long as said.
        let pointer =
            unsafe { (mujoco.0.load_xml)(name.as_ptr(), std::ptr::null(), problem.as_mut_ptr().cast(), problem.len() as c_int) };
        let Some(pointer) = NonNull::new(pointer) else {
            let text = CStr::from_bytes_until_nul(&problem).map(|text| text.to_string_lossy().trim().to_owned());
            return Err(refused(text.unwrap_or_default()));
        };
        let model = Self { pointer, mujoco: mujoco.clone() };
        if !model.layout_holds() {
            return Err(refused("this build of MuJoCo keeps its data in another layout".into()));
        }
        Ok(model)
    }

    /// Whether counts read by offset are what the library itself says: a build with another layout is found out here.
    fn layout_holds(&self) -> bool {
        let size = |bit: c_uint| {
            // SAFETY: the model is alive, and the bits are those of the headers.
            unsafe { (self.mujoco.0.state_size)(self.pointer.as_ptr(), 1 << bit) as usize }
        };
        let expected = [(1, self.len(&offsets::QPOS)), (2, self.len(&offsets::QVEL)), (5, self.len(&offsets::CTRL))];
        let mocap = [(9, self.len(&offsets::MOCAP_POSITION)), (10, self.len(&offsets::MOCAP_QUATERNION))];
        expected.into_iter().chain(mocap).all(|(bit, length)| size(bit) == length)
    }

    /// The number of an object, if the model has one of that name.
    pub(crate) fn find(&self, kind: Named, name: &str) -> Option<usize> {
        let name = CString::new(name).ok()?;
        // SAFETY: the model is alive and the name ends with a zero.
        let id = unsafe { (self.mujoco.0.name_to_id)(self.pointer.as_ptr(), kind as c_int, name.as_ptr()) };
        usize::try_from(id).ok()
    }

    pub(crate) fn list<T: Number>(&self, list: &List<InModel, T>) -> &[T] {
        // SAFETY: the list is of the model; its pointer and length are the model's own.
        unsafe { slice::from_raw_parts(pointer_at(self.pointer, list.at), self.len(list)) }
    }

    pub(crate) fn list_mut<T: Number>(&mut self, list: &List<InModel, T>) -> &mut [T] {
        // SAFETY: as above, and the model is borrowed alone.
        unsafe { slice::from_raw_parts_mut(pointer_at(self.pointer, list.at), self.len(list)) }
    }

    /// How many numbers a list has, of the model or of its data.
    fn len<Of, T>(&self, list: &List<Of, T>) -> usize {
        // SAFETY: the offset is that of an int of the model.
        let rows = unsafe { *self.pointer.as_ptr().byte_add(list.count_at).cast::<c_int>() };
        usize::try_from(rows).unwrap_or(0) * list.width
    }
}

/// What changes from step to step, as bits of `mjtState`: time, positions, velocities, activations, the accelerations that the
/// solver begins with, controls, and the places and orientations of mocap bodies. Nothing here applies forces or switches
/// constraints.
const MOVING_STATE: c_uint = 1 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 9 | 1 << 10;

impl RawData {
    pub(crate) fn new(model: Arc<RawModel>) -> Result<Self, MujocoError> {
        // SAFETY: the model is alive, and stays so as long as the data.
        let pointer = unsafe { (model.mujoco.0.make_data)(model.pointer.as_ptr()) };
        NonNull::new(pointer).map(|pointer| Self { pointer, model }).ok_or(MujocoError::Memory)
    }

    /// Takes over the whole state of other data. Gives back whether both are of one model, without which nothing happens.
    pub(crate) fn copy_from(&mut self, other: &Self) -> bool {
        let same = Arc::ptr_eq(&self.model, &other.model);
        if same {
            // SAFETY: both belong to this model, the target is borrowed alone and cannot be the source.
            unsafe {
                let model = self.model.pointer.as_ptr();
                (self.model.mujoco.0.copy_data)(self.pointer.as_ptr(), model, other.pointer.as_ptr());
            }
        }
        same
    }

    pub(crate) fn model(&self) -> &Arc<RawModel> {
        &self.model
    }

    pub(crate) fn reset(&mut self) {
        self.call(self.model.mujoco.0.reset_data);
    }

    pub(crate) fn forward(&mut self) {
        self.call(self.model.mujoco.0.forward);
    }

    pub(crate) fn step(&mut self) {
        self.call(self.model.mujoco.0.step);
    }

    fn call(&mut self, function: unsafe extern "C" fn(Pointer, Pointer)) {
        // SAFETY: the data belongs to the model and is borrowed alone; these functions only read the model.
        unsafe { function(self.model.pointer.as_ptr(), self.pointer.as_ptr()) }
    }

    pub(crate) fn list<T: Number>(&self, list: &List<InData, T>) -> &[T] {
        // SAFETY: the list is of the data; its length stands in the model that made it.
        unsafe { slice::from_raw_parts(pointer_at(self.pointer, list.at), self.model.len(list)) }
    }

    pub(crate) fn list_mut<T: Number>(&mut self, list: &List<InData, T>) -> &mut [T] {
        // SAFETY: as above, and the data is borrowed alone.
        unsafe { slice::from_raw_parts_mut(pointer_at(self.pointer, list.at), self.model.len(list)) }
    }

    /// How many numbers [`RawData::state`] has.
    pub(crate) fn state_len(&self) -> usize {
        // SAFETY: the model is alive, and the bits are those of the headers.
        let length = unsafe { (self.model.mujoco.0.state_size)(self.model.pointer.as_ptr(), MOVING_STATE) };
        usize::try_from(length).unwrap_or(0)
    }

    /// Writes what a step starts from over the given numbers.
    pub(crate) fn state(&self, state: &mut Vec<f64>) {
        state.resize(self.state_len(), 0.0);
        // SAFETY: the data belongs to the model and is only read, and there is room for as many numbers as the library writes.
        unsafe {
            let (model, data) = (self.model.pointer.as_ptr(), self.pointer.as_ptr());
            (self.model.mujoco.0.get_state)(model, data, state.as_mut_ptr(), MOVING_STATE);
        }
    }

    /// Takes over what [`RawData::state`] gave. Gives back whether there are as many numbers as that has, without which nothing
    /// happens.
    pub(crate) fn set_state(&mut self, state: &[f64]) -> bool {
        let fits = state.len() == self.state_len();
        if fits {
            // SAFETY: the data belongs to the model and is borrowed alone, and there are as many numbers as the library reads.
            unsafe {
                let (model, data) = (self.model.pointer.as_ptr(), self.pointer.as_ptr());
                (self.model.mujoco.0.set_state)(model, data, state.as_ptr(), MOVING_STATE);
            }
        }
        fits
    }

    pub(crate) fn time(&self) -> f64 {
        // SAFETY: the offset is that of the data's time.
        unsafe { *self.pointer.as_ptr().byte_add(offsets::TIME_AT).cast::<f64>() }
    }

    pub(crate) fn time_mut(&mut self) -> &mut f64 {
        // SAFETY: the offset is that of the data's time, and the data is borrowed alone.
        unsafe { &mut *self.pointer.as_ptr().byte_add(offsets::TIME_AT).cast::<f64>() }
    }
}

/// The types MuJoCo's lists are made of: any bytes are a value of them.
pub(crate) trait Number: Copy {}
impl Number for i32 {}
impl Number for f32 {}
impl Number for f64 {}

/// The pointer stored at an offset; dangling, but aligned, where MuJoCo stores none for an empty list.
///
/// # Safety
/// The offset must be that of a pointer to `T` in the struct.
unsafe fn pointer_at<T>(of: NonNull<c_void>, offset: usize) -> *mut T {
    // SAFETY: the caller's.
    let stored = unsafe { *of.as_ptr().byte_add(offset).cast::<*mut T>() };
    if stored.is_null() { NonNull::dangling().as_ptr() } else { stored }
}

impl Drop for RawModel {
    fn drop(&mut self) {
        // SAFETY: made by the library and deleted once; no data is left, for each holds the model.
        unsafe { (self.mujoco.0.delete_model)(self.pointer.as_ptr()) }
    }
}

impl Drop for RawData {
    fn drop(&mut self) {
        // SAFETY: made by the library and deleted once.
        unsafe { (self.model.mujoco.0.delete_data)(self.pointer.as_ptr()) }
    }
}

// SAFETY: MuJoCo ties neither models nor data to threads. Shared models are only read, and data is only changed through
// `&mut`.
unsafe impl Send for RawModel {}
// SAFETY: as above.
unsafe impl Sync for RawModel {}
// SAFETY: as above.
unsafe impl Send for RawData {}
// SAFETY: as above.
unsafe impl Sync for RawData {}
