/** Remembers the current set-up step, so a restart returns to it until the seller leaves the set-up. */
import { useCallback, useEffect } from 'react'
import { locationHref, navigate, useAppLocation } from '../../api/location.ts'
import { useViewState } from '../../api/use-view-state.ts'
import type { SetUpStep } from './set-up-steps.ts'

/** The step's path within the settings, such as `new/address`; empty outside a set-up. */
const KEY = 'connection.setUp'

/** Ids of connections that don't exist yet: `new`, or `new:` and a preset. No connection's id has a colon. */
const NEW = /^new(?::(.+))?$/

export const isNewId = (id: string): boolean => NEW.test(id)
export const findPresetId = (id: string): string | undefined => NEW.exec(id)?.[1]

export const stepPath = (id: string, step: SetUpStep): readonly string[] => {
  if (!isNewId(id)) return ['set-up', id, step]
  const preset = findPresetId(id)
  return preset === undefined ? ['new', step] : ['new', preset, step]
}

/** Remembers the step. Returns a function that leaves the set-up for another page of the settings. */
export const useRememberedStep = (id: string, step: SetUpStep): ((path: readonly string[]) => void) => {
  const [, remember] = useViewState(KEY, '')
  // The check is the last step: nothing to return to.
  const path = step === 'check' ? '' : stepPath(id, step).join('/')
  useEffect(() => remember(path), [remember, path])
  return useCallback(
    (target) => {
      remember('')
      navigate({ screen: 'settings', path: target })
    },
    [remember],
  )
}

/** Only the first visit to the settings after a start returns to a step. */
let isFirstVisit = true

/** Returns to the step left at the last exit. True while doing so; render nothing then. */
export const useReturnToStep = (): boolean => {
  const isOverview = useAppLocation().path.length === 0
  const [remembered, remember] = useViewState(KEY, '')
  const isReturning = isFirstVisit && isOverview && remembered !== ''
  useEffect(() => {
    isFirstVisit = false
    if (isReturning) window.location.replace(locationHref({ screen: 'settings', path: remembered.split('/') }))
    else if (isOverview && remembered !== '') remember('')
  }, [isReturning, isOverview, remembered, remember])
  return isReturning
}
