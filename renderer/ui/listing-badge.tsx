// How far an item is on the way to a live listing (LST-11).
import { type ListingState, listingStateLabels } from '../../shared/inventory/listing-state.ts'
import { Badge } from './badge.tsx'
import type { Tone } from './tone.ts'

const tones: Readonly<Partial<Record<ListingState, Tone>>> = {
  published: 'good',
  publishing: 'info',
  ending: 'info',
  unknown: 'caution',
  outOfStock: 'caution',
  onHold: 'caution',
  refused: 'danger',
}

export function ListingBadge({ state }: { readonly state: ListingState }) {
  return <Badge tone={tones[state]}>{listingStateLabels[state]}</Badge>
}
