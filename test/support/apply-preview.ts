import { type JsonObject, withoutValueAt, withValueAt } from '../../shared/inventory/json.ts'
import type { SavePreview } from '../../shared/inventory/save-preview.ts'

/** Applies a preview to the remote record, as a reader of it would. */
export const applyPreview = (remote: JsonObject, preview: SavePreview): JsonObject =>
  preview.changes.reduce<JsonObject>(
    (record, change) =>
      change.kind === 'deleted' ? withoutValueAt(record, change.path) : withValueAt(record, change.path, change.value),
    remote,
  )
