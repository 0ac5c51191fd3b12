//! Inflating with a cap, so that no claimed size is believed.

use libdeflater::{DecompressionError, Decompressor};

/// How the deflated bytes are wrapped.
#[derive(Clone, Copy)]
pub(super) enum Wrapping {
    /// Bare, as in zip archives.
    None,
    /// With zlib's header and checksum, as in JDK images.
    Zlib,
}

/// Deflate spends at least two bits on 258 bytes, so no honest claim exceeds this.
const MAX_RATIO: u64 = 1032;

/// Inflates `data` to exactly `claimed` bytes, of which there may be at most `cap`.
///
/// The error is a sentence without a place; the caller knows the place.
pub(super) fn inflate(
    data: &[u8],
    wrapping: Wrapping,
    claimed: u64,
    cap: u64,
) -> Result<Vec<u8>, String> {
    if claimed > cap {
        return Err(format!("claims {claimed} bytes inflated, expected at most {cap}"));
    }
    let possible = (data.len() as u64).saturating_mul(MAX_RATIO);
    if claimed > possible {
        return Err(format!(
            "claims {claimed} bytes inflated, but {} deflated bytes hold at most {possible}",
            data.len()
        ));
    }
    let size = usize::try_from(claimed)
        .map_err(|_| format!("claims {claimed} bytes inflated, more than memory"))?;
    let mut out = vec![0; size];
    let mut decompressor = Decompressor::new();
    let inflated = match wrapping {
        Wrapping::None => decompressor.deflate_decompress(data, &mut out),
        Wrapping::Zlib => decompressor.zlib_decompress(data, &mut out),
    };
    match inflated {
        Ok(length) if length == size => Ok(out),
        Ok(length) => Err(format!("inflates to {length} bytes, expected {claimed}")),
        Err(DecompressionError::InsufficientSpace) => {
            Err(format!("inflates beyond the {claimed} bytes it claims"))
        }
        Err(DecompressionError::BadData) => Err(format!(
            "{} bytes are no valid deflate stream, expected one of {claimed} bytes inflated",
            data.len()
        )),
    }
}

#[cfg(test)]
mod tests {
    use libdeflater::{CompressionLvl, Compressor};

    use super::*;

    fn deflate(data: &[u8]) -> Vec<u8> {
        let mut compressor = Compressor::new(CompressionLvl::default());
        let mut out = vec![0; compressor.deflate_compress_bound(data.len())];
        let length = compressor.deflate_compress(data, &mut out).expect("the bound suffices");
        out.truncate(length);
        out
    }

    #[test]
    fn claims_are_checked_before_memory_is_taken() {
        let data = deflate(&[7; 1000]);
        assert_eq!(inflate(&data, Wrapping::None, 1000, 1000), Ok(vec![7; 1000]));
        let why = |claimed, cap| inflate(&data, Wrapping::None, claimed, cap).unwrap_err();
        assert_eq!(why(1001, 1000), "claims 1001 bytes inflated, expected at most 1000");
        assert!(why(u64::MAX, u64::MAX).contains("deflated bytes hold at most"));
        assert_eq!(why(999, 1000), "inflates beyond the 999 bytes it claims");
        assert_eq!(why(1001, 2000), "inflates to 1000 bytes, expected 1001");
    }

    #[test]
    fn rubbish_is_an_error() {
        let why = inflate(&[0xff; 16], Wrapping::Zlib, 100, 1000).unwrap_err();
        assert!(why.contains("no valid deflate stream"), "{why}");
    }
}
