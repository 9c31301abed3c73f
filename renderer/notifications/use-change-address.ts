/** Leads to the connection's form, where the address to register and the port of the receiver are written. */
import { navigate } from '../api/location.ts'
import { useConnection } from '../api/use-connection.ts'

export const useChangeAddress = (): { readonly label: string; readonly onPress: () => void } => {
  const id = useConnection()?.id
  return {
    label: 'Change the address',
    onPress: () => navigate({ screen: 'settings', path: id === undefined ? [] : [id, 'receiver'] }),
  }
}
