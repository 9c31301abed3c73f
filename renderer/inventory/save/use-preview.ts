/** The preview of a save, and which of its deletions are confirmed. */
import { useState } from 'react'
import type { Preview } from '../../../shared/inventory/contract.ts'
import { useAction } from '../../api/use-action.ts'

/** `read` loads the preview. Loading again clears the confirmations. */
export const usePreview = <Input = void>(read: (input: Input) => Promise<Preview>) => {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const preview = useAction(read)
  return {
    preview,
    confirmed,
    confirm: (id: string, isConfirmed: boolean): void => {
      const others = [...confirmed].filter((other) => other !== id)
      setConfirmed(new Set(isConfirmed ? [...others, id] : others))
    },
    load: (input: Input): void => {
      setConfirmed(new Set())
      preview.mutate(input)
    },
  }
}
