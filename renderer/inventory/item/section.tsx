/** A part of the item page with its own heading. */
import type { ReactNode } from 'react'
import { Stack, Text } from '../../ui/layout/layout.tsx'

export type SectionProps = {
  readonly title: string
  readonly note?: string
  readonly children: ReactNode
}

export const Section = ({ title, note, children }: SectionProps) => (
  <Stack aria-label={title} as="section" gap={3}>
    <div>
      <Text as="h3" size="section">
        {title}
      </Text>
      {note !== undefined && (
        <Text as="p" size="meta" tone="soft">
          {note}
        </Text>
      )}
    </div>
    {children}
  </Stack>
)
