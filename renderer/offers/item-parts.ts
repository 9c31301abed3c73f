/** The parts of the items screen about offers. The shell passes them to the items screen. */
import { FloorField } from './floor-field.tsx'
import { ItemOffers } from './item/item-offers.tsx'
import { useWatcherOffers } from './watchers/use-watcher-offers.tsx'
import { WatcherResults } from './watchers/watcher-results.tsx'

export const itemOffers = { FloorField, ItemOffers, useWatcherOffers, WatcherResults }
