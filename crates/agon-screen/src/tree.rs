//! The accessibility tree of one trial's desktop, by AT-SPI: what assistive technology would read, with places on the screen.
//!
//! A [`Reader`] holds a connection to the trial's accessibility bus. Programs answer one question about one object at a time,
//! so the objects of a level are asked together and nothing is asked below one that does not show.

mod bus;
mod filter;
mod gather;
pub(crate) mod roles;

pub use filter::{Filter, Roles};

use agon_core::Tree;
use bus::Bus;
use std::time::Duration;

/// Reads trees. Clones share the connection; several reads may go on at once.
#[derive(Clone, Debug)]
pub struct Reader {
    bus: Bus,
    /// The only ones to be read; all that have registered where there are none.
    only: Option<Applications>,
}

/// Applications as the bus itself names them: a name that is given once, and never to anybody else.
#[derive(Clone, Debug, PartialEq)]
pub struct Applications(Vec<bus::Object>);

/// What to read, and how much of it at most.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    pub filter: Filter,
    /// A desktop that has more is cut, the deepest first: an agent could not read it.
    pub max_nodes: usize,
    /// For the whole. An application that has not answered by then is shown by its name alone, as `[not responding]`.
    pub timeout: Duration,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { filter: Filter::default(), max_nodes: 2000, timeout: Duration::from_secs(5) }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    #[error("the accessibility bus at {address} could not be reached")]
    Connect {
        address: String,
        #[source]
        source: zbus::Error,
    },
    #[error("the accessibility bus does not name its applications")]
    Registry(#[source] zbus::Error),
    #[error("the accessibility bus did not answer within {0:?}")]
    Slow(Duration),
}

impl Reader {
    /// Connects to the bus whose address `org.a11y.Bus.GetAddress` gives on the trial's session bus.
    pub async fn connect(accessibility_bus_address: &str) -> Result<Self, TreeError> {
        let limit = ReadOptions::default().timeout;
        let bus = tokio::time::timeout(limit, Bus::connect(accessibility_bus_address)).await;
        Ok(Self { bus: bus.map_err(|_| TreeError::Slow(limit))??, only: None })
    }

    /// Those that have registered by now.
    pub async fn applications(&self) -> Result<Applications, TreeError> {
        let limit = ReadOptions::default().timeout;
        let asked = tokio::time::timeout(limit, self.bus.applications()).await;
        Ok(Applications(asked.map_err(|_| TreeError::Slow(limit))??))
    }

    /// One that reads these and no others: whoever registers later, by whatever name, is not seen.
    pub fn only(self, applications: Applications) -> Self {
        Self { only: Some(applications), ..self }
    }

    /// What shows on a screen of this width and height, and has a meaning.
    pub async fn read(&self, screen: (u32, u32)) -> Result<Tree, TreeError> {
        self.read_with(screen, &ReadOptions::default()).await
    }

    /// As [`Self::read`], with another choice of what is kept. An application that goes away meanwhile is left out.
    pub async fn read_with(&self, screen: (u32, u32), options: &ReadOptions) -> Result<Tree, TreeError> {
        let deadline = tokio::time::Instant::now() + options.timeout;
        let slow = |_| TreeError::Slow(options.timeout);
        let registered = tokio::time::timeout_at(deadline, self.bus.applications()).await.map_err(slow)??;
        let applications = self.only.as_ref().map_or(registered, |only| only.0.clone());
        let gathered = gather::applications(&self.bus, applications, options, deadline).await;
        let mut tree = Tree::default();
        for application in &gathered {
            filter::append(&mut tree, application, screen, options);
        }
        if tree.nodes.is_empty() {
            // An empty desktop and a bus that died in the middle look alike until one asks again.
            tokio::time::timeout(options.timeout, self.bus.applications()).await.map_err(slow)??;
        }
        Ok(tree)
    }
}
