/** Whether a text has a web address, an e-mail address or a phone number, which some platforms drop from messages. */
export const hasContactData = (text: string): boolean => /https?:\/\/|\bwww\.|\S@\S+\.\S|\+\d[\d ./-]{7,}/i.test(text)
