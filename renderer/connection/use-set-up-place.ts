/** Where the setting-up of a connection stands: it comes back with the window, as other places do, until one leaves it. */
import { useCallback, useEffect } from 'react'
import { locationHref, navigate, useAppLocation } from '../api/location.ts'
import { useViewState } from '../api/use-view-state.ts'
import type { SetUpStep } from './set-up-steps.ts'

/** The path of its step among the settings, such as `new/address`; empty where none is under way. */
const KEY = 'connection.setUp'

export const stepPath = (id: string, step: SetUpStep): readonly string[] =>
  id === 'new' ? ['new', step] : ['set-up', id, step]

/** Keeps the step; gives back what leaves the setting-up for another place of the settings. */
export const useKeptStep = (id: string, step: SetUpStep): ((path: readonly string[]) => void) => {
  const [, keep] = useViewState(KEY, '')
  // With the check it is over.
  const place = step === 'check' ? '' : stepPath(id, step).join('/')
  useEffect(() => keep(place), [keep, place])
  return useCallback(
    (path) => {
      keep('')
      navigate({ screen: 'settings', path })
    },
    [keep],
  )
}

/** Whether this window has yet to show the settings: only then is a step led back to. */
let isFirst = true

/** Leads to the step that was left when the window went. True while it does: nothing else is to be shown then. */
export const useStepBack = (): boolean => {
  const { path } = useAppLocation()
  const [kept, keep] = useViewState(KEY, '')
  const isOverview = path.length === 0
  const leads = isFirst && isOverview && kept !== ''
  useEffect(() => {
    isFirst = false
    if (leads) window.location.replace(locationHref({ screen: 'settings', path: kept.split('/') }))
    // Whoever sees all settings has left the step.
    else if (isOverview && kept !== '') keep('')
  }, [leads, isOverview, kept, keep])
  return leads
}
