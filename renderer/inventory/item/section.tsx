/** A part of the item page with its own heading. */
import type { ReactNode } from 'react'
import { Stack, Text } from '../../ui/layout/layout.tsx'

export type SectionProps = {
  readonly title: string
  /** Hides the title from sight, where the fields speak for themselves. */
  readonly isTitleHidden?: boolean
  readonly note?: string
  /** Below the title. */
  readonly lead?: ReactNode
  readonly children: ReactNode
}

export const Section = ({ title, isTitleHidden = false, note, lead, children }: SectionProps) => (
  <Stack aria-label={title} as="section" gap={3}>
    {!isTitleHidden && (
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
    )}
    {lead}
    {children}
  </Stack>
)
