/** The buttons that insert a value which differs from buyer to buyer into a saved reply. */
import { type VariableName, variableNames } from '../../../shared/messaging/saved-reply.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'

export const variableLabels: Readonly<Record<VariableName, string>> = {
  buyer: 'Buyer’s name',
  item: 'Item',
  subject: 'Subject',
  order: 'Order number',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  shipBy: 'Ship-by date',
  delivery: 'Expected delivery',
}

/** `onInsert` receives the variable as it is written in a reply. */
export const VariableButtons = ({ onInsert }: { readonly onInsert: (text: string) => void }) => (
  <Row aria-label="Insert" role="group" wrap>
    {variableNames.map((name) => (
      <Button key={name} onPress={() => onInsert(`{{${name}}}`)} size="s">
        {variableLabels[name]}
      </Button>
    ))}
  </Row>
)
