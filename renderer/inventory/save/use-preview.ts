/** The preview of a save, and which of its deletions are confirmed. */
import { useState } from 'react'
import type { Preview, SaveOutcome } from '../../../shared/inventory/contract.ts'
import { useAction } from '../../api/hooks.ts'
import { toast } from '../../ui/toast.tsx'

/** Says how a save went, and what others changed meanwhile. */
export const reportOutcome = ({ outcome, message, note }: SaveOutcome, savedText: string): void => {
  if (outcome === 'saved' && note === '') toast({ text: savedText, tone: 'good' })
  else toast({ text: outcome === 'saved' ? `${savedText}. ${note}` : message, tone: 'caution' })
}

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
