// Places on a sphere, and on the map (Web Mercator). Degrees everywhere.

export interface Place {
  latitude: number;
  longitude: number;
}

export const EARTH_KM = 6371.0088;
/** Where the square of Web Mercator ends. */
export const MOST_LATITUDE = 85.0511287798066;

const RADIANS = Math.PI / 180;

/** Great-circle distance in kilometres. */
export function distanceKm(one: Place, other: Place): number {
  const halfLatitude = ((other.latitude - one.latitude) * RADIANS) / 2;
  const halfLongitude = ((other.longitude - one.longitude) * RADIANS) / 2;
  const h =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(one.latitude * RADIANS) * Math.cos(other.latitude * RADIANS) * Math.sin(halfLongitude) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The place that is so far from another, in the direction of a bearing. */
export function placeAt(from: Place, bearing: number, km: number): Place {
  const angle = km / EARTH_KM;
  const latitude = from.latitude * RADIANS;
  const sine =
    Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing * RADIANS);
  const east = Math.sin(bearing * RADIANS) * Math.sin(angle) * Math.cos(latitude);
  const north = Math.cos(angle) - Math.sin(latitude) * sine;
  return {
    latitude: Math.asin(Math.max(-1, Math.min(1, sine))) / RADIANS,
    longitude: wrapLongitude(from.longitude + Math.atan2(east, north) / RADIANS),
  };
}

/** The same meridian as a longitude of -180 (included) to 180. */
export function wrapLongitude(longitude: number): number {
  // What needs no turning stays exactly what it is.
  if (longitude >= -180 && longitude < 180) return longitude;
  const turned = (longitude + 180) % 360;
  return (turned < 0 ? turned + 360 : turned) - 180;
}

/** From the left edge of the world to its right edge, 0 to 1. */
export function mercatorX(longitude: number): number {
  return (longitude + 180) / 360;
}

/** From the upper edge of the world to its lower edge, 0 to 1. */
export function mercatorY(latitude: number): number {
  const kept = Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, latitude));
  return (1 - Math.log(Math.tan(Math.PI / 4 + (kept * RADIANS) / 2)) / Math.PI) / 2;
}

export function latitudeOf(mercator: number): number {
  return (Math.atan(Math.exp((1 - 2 * mercator) * Math.PI)) / RADIANS) * 2 - 90;
}

export function longitudeOf(mercator: number): number {
  return wrapLongitude(mercator * 360 - 180);
}
