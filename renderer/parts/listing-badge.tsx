/** The state of an item's listing (LST-11). */
import { type ListingState, listingStateLabels } from '../../shared/inventory/listing-state.ts'
import type { Tone } from '../ui/base/tone.ts'
import { Badge } from '../ui/display/badge.tsx'

const tones: Readonly<Partial<Record<ListingState, Tone>>> = {
  published: 'good',
  publishing: 'info',
  ending: 'info',
  unknown: 'caution',
  outOfStock: 'caution',
  onHold: 'caution',
  refused: 'danger',
}

export const ListingBadge = ({ state }: { readonly state: ListingState }) => (
  <Badge tone={tones[state]}>{listingStateLabels[state]}</Badge>
)
