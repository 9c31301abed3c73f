/** A USPS number with its check digit. */
export const uspsNumber = (serial: number): string => {
  const digits = `94001118992231${String(serial).padStart(7, '0')}`
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
