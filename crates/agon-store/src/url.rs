//! From an address to a store.

use crate::{Store, StoreError};
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{BackoffConfig, ClientConfigKey, ObjectStore, RetryConfig};
use std::str::FromStr;
use std::sync::{Arc, Once};
use std::time::Duration;

/// A request and its repetitions together take less than half a lease, or a worker could lose its blocks to one of them.
const RETRIES: RetryConfig = RetryConfig {
    backoff: BackoffConfig { init_backoff: Duration::from_millis(50), max_backoff: Duration::from_secs(2), base: 2.0 },
    max_retries: 5,
    retry_timeout: Duration::from_secs(10),
};
const REQUEST_TIMEOUT: &str = "15 seconds";

impl Store {
    /// The store at an address: `s3://BUCKET/PREFIX`, `gs://BUCKET/PREFIX`, `az://CONTAINER/PREFIX`, `file:///PATH`, a path, or
    /// `memory:` for tests. Accounts and addresses of servers come from the environment, as `object_store` reads it: `AWS_…`,
    /// `GOOGLE_…`, `AZURE_…`, such as `AWS_ENDPOINT` and `AWS_ALLOW_HTTP`. Nothing is requested yet.
    pub fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_with(url, &[])
    }

    /// The same with settings that come before the environment's, by the same names: `("aws_endpoint", "http://…")`.
    pub fn open_with(url: &str, settings: &[(&str, &str)]) -> Result<Self, StoreError> {
        let bad = |problem: String| StoreError::Url { url: url.into(), problem };
        let (scheme, rest) = match url.split_once(':') {
            Some(("memory", _)) => return Ok(Self::new(url, Path::default(), Arc::new(InMemory::new()))),
            // One letter is a drive, and a colon may stand in any path.
            Some((scheme, rest)) if rest.starts_with("//") => (scheme, &rest[2..]),
            _ => return Self::open_folder(url, url),
        };
        if scheme == "file" {
            return match url.strip_prefix("file://") {
                Some(path) if path.starts_with('/') => Self::open_folder(url, path),
                _ => Err(bad("a path after file:// begins with a slash".into())),
            };
        }
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        if bucket.is_empty() {
            return Err(bad("it names no bucket".into()));
        }
        let prefix = Path::parse(prefix.trim_matches('/')).map_err(|error| bad(error.to_string()))?;
        use_our_cryptography();
        let built: Result<Arc<dyn ObjectStore>, object_store::Error> = match scheme {
            "s3" | "s3a" => {
                let builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
                configured(builder, "AWS_TIMEOUT", AmazonS3ConfigKey::Client, settings, AmazonS3Builder::with_config)
                    .map_err(bad)?
                    .with_retry(RETRIES)
                    .build()
                    .map(|store| Arc::new(store) as _)
            }
            "gs" => {
                let builder = GoogleCloudStorageBuilder::from_env().with_bucket_name(bucket);
                configured(builder, "GOOGLE_TIMEOUT", GoogleConfigKey::Client, settings, GoogleCloudStorageBuilder::with_config)
                    .map_err(bad)?
                    .with_retry(RETRIES)
                    .build()
                    .map(|store| Arc::new(store) as _)
            }
            "az" | "azure" | "abfs" | "abfss" => {
                let builder = MicrosoftAzureBuilder::from_env().with_container_name(bucket);
                configured(builder, "AZURE_TIMEOUT", AzureConfigKey::Client, settings, MicrosoftAzureBuilder::with_config)
                    .map_err(bad)?
                    .with_retry(RETRIES)
                    .build()
                    .map(|store| Arc::new(store) as _)
            }
            other => return Err(bad(format!("no store is known by {other}://"))),
        };
        Ok(Self::new(url, prefix, built.map_err(|error| bad(error.to_string()))?))
    }

    fn open_folder(url: &str, path: &str) -> Result<Self, StoreError> {
        let bad = |problem: String| StoreError::Url { url: url.into(), problem };
        if path.is_empty() {
            return Err(bad("it is empty".into()));
        }
        let path = std::path::absolute(path).map_err(|error| bad(error.to_string()))?;
        let prefix = Path::from_absolute_path(&path).map_err(|error| bad(error.to_string()))?;
        // A commit that a power cut takes back would be counted by whoever has read it.
        Ok(Self::new(url, prefix, Arc::new(LocalFileSystem::new().with_fsync(true))))
    }
}

/// Sets what is set, and a timeout unless the environment has one. `Err` names a setting that there is not.
fn configured<B, K: FromStr>(
    mut builder: B,
    timeout: &str,
    of_client: impl Fn(ClientConfigKey) -> K,
    settings: &[(&str, &str)],
    set: impl Fn(B, K, String) -> B,
) -> Result<B, String> {
    if std::env::var_os(timeout).is_none() {
        builder = set(builder, of_client(ClientConfigKey::Timeout), REQUEST_TIMEOUT.into());
    }
    for (key, value) in settings {
        let known = key.to_ascii_lowercase().parse().map_err(|_| format!("{key} is not a setting of such a store"))?;
        builder = set(builder, known, (*value).into());
    }
    Ok(builder)
}

/// The client takes whatever provider the process has.
fn use_our_cryptography() {
    static PROVIDER: Once = Once::new();
    PROVIDER.call_once(|| {
        // It fails only if somebody else has chosen one already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_none_says_what_to_write() {
        let refused = |url: &str| Store::open(url).unwrap_err().to_string();
        assert!(
            refused("ftp://host/x")
                .starts_with("ftp://host/x is not the address of a store: no store is known by ftp://; write s3://")
        );
        assert!(refused("s3:///x").contains("it names no bucket"));
        assert!(refused("file://x").contains("begins with a slash"));
        assert!(refused("").contains("it is empty"));
        let unknown = Store::open_with("s3://bucket/x", &[("aws_colour", "red")]).unwrap_err().to_string();
        assert!(unknown.contains("aws_colour is not a setting"), "{unknown}");
    }

    #[test]
    fn every_kind_of_address_is_understood() {
        let settings: &[(&str, &str)] =
            &[("aws_region", "us-east-1"), ("aws_access_key_id", "a"), ("aws_secret_access_key", "b")];
        assert!(Store::open_with("s3://bucket/some/run", settings).is_ok());
        let account: &[(&str, &str)] = &[("azure_storage_account_name", "a"), ("azure_storage_account_key", "a2V5")];
        assert!(Store::open_with("az://container/run", account).is_ok());
        assert!(Store::open_with("gs://bucket/run", &[("google_skip_signature", "true")]).is_ok());
        for url in ["memory:", "file:///tmp/x", "some/folder", "/some/folder"] {
            assert!(Store::open(url).is_ok(), "{url}");
        }
    }
}
