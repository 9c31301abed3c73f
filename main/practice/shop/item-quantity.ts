/** The quantity of an item, inside its record. */
import { asObject, type JsonObject, parseJsonObject } from '../json-body.ts'
import type { StoredItem } from './records.ts'

export const readQuantity = (item: JsonObject): number | null => {
  const { quantity } = asObject(asObject(item.availability).shipToLocationAvailability)
  return typeof quantity === 'number' ? quantity : null
}

/** Changes the quantity and nothing else in the record. */
export const setQuantity = (stored: StoredItem, quantity: number): void => {
  const item = parseJsonObject(stored.json) ?? {}
  const availability = asObject(item.availability)
  const shipToLocationAvailability = { ...asObject(availability.shipToLocationAvailability), quantity }
  stored.json = JSON.stringify({ ...item, availability: { ...availability, shipToLocationAvailability } })
}
