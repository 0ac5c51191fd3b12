//! Methods that no Java compiler of today writes, instruction by instruction: subroutines,
//! handlers that are also reached normally, code that nothing reaches, code that is wrong.
//!
//! They have no stack maps, so what types the phis have follows from the code alone.

mod assembly;
mod handlers;
mod joins;
mod many_handlers;
mod subroutines;
mod unlowerable;
mod violations;
