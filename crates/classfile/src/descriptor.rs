//! Descriptors [JVMS §4.3], as far as stack and local slots go.

use crate::error::{Error, Result};

pub(crate) fn field_slots(descriptor: &[u8]) -> usize {
    match descriptor.first() {
        Some(b'J' | b'D') => 2,
        Some(b'V') | None => 0,
        _ => 1,
    }
}

/// The slots of a method's arguments, without a receiver, and of its result.
pub(crate) fn method_slots(descriptor: &[u8]) -> Result<(usize, usize)> {
    let mut arguments = 0;
    let mut parameters = Parameters::of(descriptor)?;
    for (start, end) in &mut parameters {
        arguments += field_slots(&descriptor[start..end]);
    }
    let result = parameters.returns()?;
    Ok((arguments, field_slots(&descriptor[result..])))
}

/// The parameters of a method descriptor, as ranges of it.
pub(crate) struct Parameters<'d> {
    descriptor: &'d [u8],
    at: usize,
}

impl<'d> Parameters<'d> {
    pub fn of(descriptor: &'d [u8]) -> Result<Parameters<'d>> {
        match descriptor.first() {
            Some(b'(') => Ok(Parameters { descriptor, at: 1 }),
            _ => Err(not_a_descriptor(descriptor)),
        }
    }

    /// Where the return type starts, when all parameters have been taken.
    pub fn returns(&self) -> Result<usize> {
        match self.descriptor.get(self.at) {
            Some(b')') if self.at + 1 < self.descriptor.len() => Ok(self.at + 1),
            _ => Err(not_a_descriptor(self.descriptor)),
        }
    }
}

impl Iterator for Parameters<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        let start = self.at;
        let mut at = start;
        while self.descriptor.get(at) == Some(&b'[') {
            at += 1;
        }
        match self.descriptor.get(at)? {
            b')' => return None,
            b'L' => at += self.descriptor[at..].iter().position(|&byte| byte == b';')?,
            _ => {}
        }
        self.at = at + 1;
        Some((start, self.at))
    }
}

#[cold]
fn not_a_descriptor(descriptor: &[u8]) -> Error {
    let text = crate::mutf8::decode(descriptor);
    Error::new(format!("{text:?} is not a method descriptor"))
}
