//! The publisher's key: a minisign key in a file of its own.

use crate::PublishError;
use minisign::{KeyPair, PublicKey, SecretKey, SecretKeyBox};
use std::fs::OpenOptions;
use std::io::{Cursor, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// What signs a manifest.
pub struct SigningKey {
    secret: SecretKey,
    public: PublicKey,
}

impl SigningKey {
    /// Reads a minisign secret key that has no password.
    pub fn read(path: &Path) -> Result<Self, PublishError> {
        let text = std::fs::read_to_string(path).map_err(PublishError::file(path))?;
        let bad = |reason: String| PublishError::Key { path: path.to_owned(), reason };
        let key = SecretKeyBox::from_string(&text).and_then(SecretKeyBox::into_unencrypted_secret_key);
        let secret = key.map_err(|error| bad(format!("it is no minisign secret key without a password ({error})")))?;
        let public = PublicKey::from_secret_key(&secret).map_err(|error| bad(error.to_string()))?;
        Ok(Self { secret, public })
    }

    /// Makes a key and writes it where only the owner reads it.
    pub fn make(path: &Path) -> Result<Self, PublishError> {
        let bad = |error: minisign::PError| PublishError::Key { path: path.to_owned(), reason: error.to_string() };
        let KeyPair { pk, sk } = KeyPair::generate_unencrypted_keypair().map_err(bad)?;
        let text = sk.to_box(Some("the key that signs runs published by agon")).map_err(bad)?.into_string();
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(PublishError::file(path))?;
        Ok(Self { secret: sk, public: pk })
    }

    /// As others name it.
    pub fn public(&self) -> String {
        self.public.to_base64()
    }

    pub(crate) fn public_file(&self, path: &Path) -> Result<String, PublishError> {
        let text = self.public.to_box().map(minisign::PublicKeyBox::into_string);
        text.map_err(|error| PublishError::Key { path: path.to_owned(), reason: error.to_string() })
    }

    pub(crate) fn sign(&self, bytes: &[u8], path: &Path) -> Result<String, PublishError> {
        let comment = Some("runs published by agon");
        let signed = minisign::sign(Some(&self.public), &self.secret, Cursor::new(bytes), comment, comment);
        signed
            .map(minisign::SignatureBox::into_string)
            .map_err(|error| PublishError::Key { path: path.to_owned(), reason: error.to_string() })
    }
}
