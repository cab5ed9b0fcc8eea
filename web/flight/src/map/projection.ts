// Where places are on the map, and which part of the world it shows.

import { EARTH_KM, latitudeOf, longitudeOf, mercatorX, mercatorY, type Place, wrapLongitude } from "../model/geo";

export interface Size {
  width: number;
  height: number;
}

export interface View {
  latitude: number;
  longitude: number;
  zoom: number;
}

export const EUROPE: View = { latitude: 50, longitude: 10, zoom: 5 };
export const MOST_ZOOM = 12;
const LEAST_ZOOM = 2;
const TILE = 256;

export function worldSize(zoom: number): number {
  return Math.round(TILE * 2 ** zoom);
}

/** A view as it can be shown: no place twice, and nothing beyond the poles. */
export function keepView(view: View, { width, height }: Size): View {
  const needed = Math.ceil(Math.log2(Math.max(width, height, 1) / TILE));
  const zoom = Math.max(LEAST_ZOOM, needed, Math.min(MOST_ZOOM, Math.round(view.zoom * 100) / 100));
  const half = height / 2 / worldSize(zoom);
  const y = mercatorY(view.latitude);
  const keptY = Math.max(half, Math.min(1 - half, y));
  return {
    zoom,
    // A latitude that is not changed stays exactly what it is.
    latitude: keptY === y ? view.latitude : latitudeOf(keptY),
    longitude: wrapLongitude(view.longitude),
  };
}

/** Turns places into pixels of the map, from its upper left corner. */
export class Projection {
  readonly world: number;
  readonly #centreX: number;
  readonly #centreY: number;

  constructor(
    readonly view: View,
    readonly size: Size,
  ) {
    this.world = worldSize(view.zoom);
    this.#centreX = mercatorX(view.longitude);
    this.#centreY = mercatorY(view.latitude);
  }

  /** The pixel of a longitude, on the copy of the world that is nearest to the map's middle. */
  x(longitude: number): number {
    let way = mercatorX(longitude) - this.#centreX;
    if (way < -0.5) way += 1;
    else if (way >= 0.5) way -= 1;
    return this.size.width / 2 + way * this.world;
  }

  y(latitude: number): number {
    return this.size.height / 2 + (mercatorY(latitude) - this.#centreY) * this.world;
  }

  placeAt(x: number, y: number): Place {
    return {
      longitude: longitudeOf(this.#centreX + (x - this.size.width / 2) / this.world),
      latitude: latitudeOf(this.#centreY + (y - this.size.height / 2) / this.world),
    };
  }

  /** The pixel of the world's upper left corner. */
  get origin(): { x: number; y: number } {
    return {
      x: this.size.width / 2 - this.#centreX * this.world,
      y: this.size.height / 2 - this.#centreY * this.world,
    };
  }

  holds(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.size.width && y < this.size.height;
  }
}

/** A view moved by pixels of the screen. */
export function panned(view: View, size: Size, dx: number, dy: number): View {
  const place = new Projection(view, size).placeAt(size.width / 2 + dx, size.height / 2 + dy);
  // Straight ways keep the other coordinate exactly.
  return {
    ...view,
    longitude: dx === 0 ? view.longitude : place.longitude,
    latitude: dy === 0 ? view.latitude : place.latitude,
  };
}

/** A view zoomed by steps, about a pixel of the map (its middle, if none is given). */
export function zoomed(view: View, size: Size, by: number, at?: { x: number; y: number }): View {
  const next = keepView({ ...view, zoom: view.zoom + by }, size);
  if (!at) return next;
  const place = new Projection(view, size).placeAt(at.x, at.y);
  const moved = new Projection(next, size);
  return panned(next, size, moved.x(place.longitude) - at.x, moved.y(place.latitude) - at.y);
}

/** A round distance that is at most so many pixels long in the middle of the map, and its length. */
export function scaleBar({ latitude, zoom }: View, mostPixels: number): { km: number; pixels: number } {
  const pixelsPerKm = worldSize(zoom) / (2 * Math.PI * EARTH_KM * Math.cos((latitude * Math.PI) / 180));
  const most = mostPixels / pixelsPerKm;
  const power = 10 ** Math.floor(Math.log10(most));
  const km = power * ([5, 2, 1].find((step) => step * power <= most) ?? 1);
  return { km, pixels: Math.round(km * pixelsPerKm) };
}
