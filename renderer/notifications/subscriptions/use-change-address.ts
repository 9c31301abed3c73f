/** Opens the settings for the registered address and the receiver's port. */
import { useConnection } from '../../api/use-connection.ts'
import { navigate } from '../../location.ts'

export const useChangeAddress = (): { readonly label: string; readonly onPress: () => void } => {
  const id = useConnection()?.id
  return {
    label: 'Change address',
    onPress: () => navigate({ screen: 'settings', path: id === undefined ? [] : [id, 'receiver'] }),
  }
}
