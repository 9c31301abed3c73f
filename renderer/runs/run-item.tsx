/** What a row of a plan or a run is about. */
import type { RunPlan } from '../../shared/outbound/run-contract.ts'
import { Text } from '../ui/layout/layout.tsx'
import { runScreen } from './run-labels.ts'

type RunItemProps = {
  readonly label: RunPlan['label']
  /** Of a run of orders, the order's number. */
  readonly sku: string
  readonly title: string | null
}

/** Several orders have the same item, so an order's number comes first: a narrow column cuts off the end. */
export const RunItem = ({ label, sku, title }: RunItemProps) => {
  const isOrder = runScreen({ label }) === 'orders'
  const name = title ?? ''
  const number = (
    <Text mono tone={isOrder ? undefined : 'faint'}>
      {sku}
    </Text>
  )
  return (
    <span title={(isOrder ? `${sku} ${name}` : `${name} ${sku}`).trim()}>
      {isOrder ? number : name} {isOrder ? <Text tone="soft">{name}</Text> : number}
    </span>
  )
}
