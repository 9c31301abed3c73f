// The steps to a listing.
import { Ban, Check, Circle, CircleDashed } from 'lucide-react'
import type { PublishStep } from '../../../shared/inventory/publish-steps.ts'
import styles from './item-editor.module.css'

const stepIcons = { done: Check, missing: Circle, notKnown: CircleDashed, refused: Ban } as const
const stepLabels = { done: 'Done', missing: 'To do', notKnown: 'Unknown', refused: 'Refused' } as const

function Step({ step }: { readonly step: PublishStep }) {
  const Icon = stepIcons[step.state]
  return (
    <li className={styles.step} data-state={step.state}>
      <Icon aria-label={stepLabels[step.state]} size={14} />
      <span>{step.text}</span>
    </li>
  )
}

export function PublishList({ steps }: { readonly steps: readonly PublishStep[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <Step key={step.step} step={step} />
      ))}
    </ol>
  )
}
