/** The file for the accountant: a month, quarter or year, line by line or as sums (FIN-04). */
import { useState } from 'react'
import { earningsPeriods } from '../../shared/earnings/contract.ts'
import { useAction, useClient } from '../api/hooks.ts'
import { useSaveFile } from '../api/save-file.ts'
import { MutationError } from '../ui/feedback/mutation-error.tsx'
import { WhyLink } from '../ui/feedback/why-link.tsx'
import { RadioGroup } from '../ui/fields/radio-group.tsx'
import { Stack, Text } from '../ui/layout/layout.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { firstMonth } from './month-lines.ts'
import { monthLabel } from './months-chart.tsx'

type Period = (typeof earningsPeriods)[number]
type Content = 'transactions' | 'sums'

const quarterOf = (month: string): number => Math.ceil(Number(month.split('-')[1] ?? '1') / 3)

const periodName = (period: Period, month: string): string => {
  const [year = ''] = month.split('-')
  return { month, quarter: `${year}-Q${quarterOf(month)}`, year }[period]
}

export const AccountantDialog = ({
  currency,
  month,
  onClose,
}: {
  readonly currency: string
  readonly month: string
  readonly onClose: () => void
}) => {
  const client = useClient()
  const saveFile = useSaveFile()
  const [period, setPeriod] = useState<Period>('month')
  const [content, setContent] = useState<Content>('transactions')
  const [year = ''] = month.split('-')
  const save = useAction(async () => {
    const { text } = await client.earnings.exportFile({
      ...{ currency, period, content },
      month: firstMonth(month, period),
    })
    return saveFile({ name: `earnings-${periodName(period, month)}-${currency}-${content}.csv`, content: text })
  })
  return (
    <Dialog
      onClose={onClose}
      size="s"
      submit={{
        label: 'Save file',
        isPending: save.isPending,
        onPress: () => save.mutate(undefined, { onSuccess: (isSaved) => isSaved && onClose() }),
      }}
      title="File for the accountant"
    >
      <Stack gap={4}>
        <MutationError of={save} title="The file wasn’t saved." />
        <RadioGroup
          label="Time"
          onChange={(id) => setPeriod(earningsPeriods.find((one) => one === id) ?? 'month')}
          options={[
            { id: 'month', label: `${monthLabel(month)} ${year}` },
            { id: 'quarter', label: `Quarter ${quarterOf(month)} of ${year}` },
            { id: 'year', label: `Year ${year}` },
          ]}
          value={period}
        />
        <RadioGroup
          label="Content"
          onChange={(id) => setContent(id === 'sums' ? 'sums' : 'transactions')}
          options={[
            { id: 'transactions', label: 'One line per transaction' },
            { id: 'sums', label: 'Sums by month and kind' },
          ]}
          value={content}
        />
        <Text as="p" size="meta" tone="soft">
          {`A CSV file in ${currency}, with the sums that the screen shows. Help explains its columns.`}
          <WhyLink topic="earningsFile" />
        </Text>
      </Stack>
    </Dialog>
  )
}
