/**
 * Acts for the palette that have no button of their own on the screen: an entry of a menu, a choice of a list, a field to go
 * to. Buttons the palette finds by itself.
 *
 * Each part of a screen offers its own, and only while it stands there. They are asked for when the palette opens: offering
 * them draws nothing.
 */
import type { LucideIcon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'

export interface OfferedAct {
  /** Its own among the acts of all screens. */
  readonly id: string
  /** What it does, with what it is about: "Show Unread". */
  readonly label: string
  readonly icon: LucideIcon
  /** The key that does the same, as `Kbd` takes it. */
  readonly keys?: string | undefined
  /** Offered only once letters of it are typed: one of many of a kind. */
  readonly isOneOfMany?: boolean | undefined
  readonly run: () => void
}

type Offer = () => readonly OfferedAct[]

/** In the order in which they came. */
const offers = new Set<Offer>()

/** Offers acts as long as this component stands; `offer` is asked anew each time, so that it tells how things are then. */
export function useOfferedActs(offer: Offer): void {
  const latest = useRef(offer)
  useLayoutEffect(() => {
    latest.current = offer
  })
  useEffect(() => {
    const mine: Offer = () => latest.current()
    offers.add(mine)
    return () => void offers.delete(mine)
  }, [])
}

/** What is offered now. */
export const offeredActs = (): readonly OfferedAct[] => [...offers].flatMap((offer) => offer())
