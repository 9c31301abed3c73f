/** The steps to a listing. */
import { Ban, Check, Circle, CircleDashed } from 'lucide-react'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import type { PublishStep } from './publish-steps.ts'

const looks = {
  done: { icon: Check, label: 'Done', tone: 'good' },
  missing: { icon: Circle, label: 'To do', tone: undefined },
  notKnown: { icon: CircleDashed, label: 'Unknown', tone: 'soft' },
  refused: { icon: Ban, label: 'Refused', tone: 'danger' },
} as const

export const PublishList = ({ steps }: { readonly steps: readonly PublishStep[] }) => (
  <Stack as="ol" gap={1}>
    {steps.map(({ step, state, text }) => {
      const { icon: Icon, label, tone } = looks[state]
      return (
        <Row as="li" key={step}>
          <Text tone={tone}>
            <Icon aria-label={label} size={14} />
          </Text>
          <Text tone={state === 'notKnown' ? 'soft' : undefined}>{text}</Text>
        </Row>
      )
    })}
  </Stack>
)
