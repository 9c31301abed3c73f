/** Applies a preview's changes to the remote record. */
import { type JsonObject, withoutValueAt, withValueAt } from '../../shared/inventory/json.ts'
import type { SavePreview } from '../../shared/inventory/save-preview.ts'

export const applyPreview = (remote: JsonObject, preview: SavePreview): JsonObject =>
  preview.changes.reduce<JsonObject>(
    (record, change) =>
      change.kind === 'deleted' ? withoutValueAt(record, change.path) : withValueAt(record, change.path, change.value),
    remote,
  )
