//! Where class bytes come from, tested on archives, images and directories made here, and on the JDKs found.

mod hostile;
mod images;
mod jars;
mod jdks;
mod made;
mod mutation;
mod paths;
