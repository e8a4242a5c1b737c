// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which versions of etcd may be used.

use crate::error::{RegistryError, RegistryErrorKind, Result};

/// The first whose gateway has the paths that are used here.
const OLDEST: [u32; 3] = [3, 4, 0];
/// A kill under load can lose committed writes in these.
const FIRST_LOSSY: [u32; 3] = [3, 5, 0];
const LAST_LOSSY: [u32; 3] = [3, 5, 2];

/// Refuses a member whose version must not be used.
pub(super) fn check(version: &str, endpoint: &str) -> Result<()> {
    let refused = |text: String| Err(RegistryError::new(RegistryErrorKind::Unsupported, text));
    // Suffixes as in 3.6.0-rc.1 do not matter.
    let number = version.split(['-', '+']).next().unwrap_or(version);
    let parts: Vec<u32> = number.split('.').map_while(|part| part.parse().ok()).collect();
    let Ok(parts) = <[u32; 3]>::try_from(parts) else {
        return refused(format!("{endpoint} says that its version is {version:?}: is this etcd?"));
    };
    if (FIRST_LOSSY..=LAST_LOSSY).contains(&parts) {
        return refused(format!(
            "etcd {version} at {endpoint} can lose committed writes when it is killed; update it to 3.5.3 or later"
        ));
    }
    if parts < OLDEST {
        return refused(format!("etcd {version} at {endpoint} is too old; update it to 3.4 or later"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lossy_and_old_versions_are_refused() {
        let fits = |version| check(version, "http://node1:2379").is_ok();
        for version in ["3.4.0", "3.4.23", "3.5.3", "3.5.21", "3.6.0-rc.1", "4.0.0"] {
            assert!(fits(version), "{version}");
        }
        for version in ["3.5.0", "3.5.1", "3.5.2", "3.5.2+git", "3.3.25", "2.3.8", "", "three", "3.5"] {
            assert!(!fits(version), "{version}");
        }
        let text = check("3.5.1", "http://node1:2379").unwrap_err().text;
        assert!(text.contains("3.5.1") && text.contains("lose") && text.contains("3.5.3"), "{text}");
    }
}
