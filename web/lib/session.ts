/**
 * What the browser keeps of a sign-in. The session token is shared by all tabs; the temporary token and the pending code
 * belong to one tab and one sitting.
 */
const sessionKey = 'laurel.session'
const temporaryKey = 'laurel.temporary'
const codeKey = 'laurel.code'
const proofKey = 'laurel.proof'

export type PendingCode = { email: string; sig: string; form: 'login' | 'sign_up'; sent_at: number }

/** What was proved already, while the code of the authenticator app is still to come. */
export type PendingProof = { by: 'code'; email: string; sig: string; code: string; straight: boolean } | { by: 'google'; id_token: string; nonce: string }

/** Where somebody goes whose session has ended. */
export type WayOut = '/login' | '/goodbye'

const listeners = new Set<(to: WayOut) => void>()

export const session = {
  token: () => localStorage.getItem(sessionKey),
  start(token: string) {
    localStorage.setItem(sessionKey, token)
    sessionStorage.removeItem(codeKey)
    sessionStorage.removeItem(proofKey)
  },
  /** In somebody's place: nothing of who was here before stays. */
  replace(token: string) {
    sessionStorage.removeItem(temporaryKey)
    session.start(token)
  },
  end(to: WayOut = '/login') {
    localStorage.removeItem(sessionKey)
    sessionStorage.removeItem(temporaryKey)
    for (const tell of listeners) tell(to)
  },
  /** Called when this tab's session has ended, here or in another tab. */
  onEnd(tell: (to: WayOut) => void): () => void {
    listeners.add(tell)
    const watch = (event: StorageEvent) => {
      if (event.key === sessionKey && event.newValue === null) tell('/login')
    }
    window.addEventListener('storage', watch)
    return () => {
      listeners.delete(tell)
      window.removeEventListener('storage', watch)
    }
  },
  temporary: () => sessionStorage.getItem(temporaryKey),
  setTemporary(token: string) {
    sessionStorage.setItem(temporaryKey, token)
    sessionStorage.removeItem(codeKey)
    sessionStorage.removeItem(proofKey)
  },
  code(): PendingCode | null {
    const text = sessionStorage.getItem(codeKey)
    return text ? (JSON.parse(text) as PendingCode) : null
  },
  proof(): PendingProof | null {
    const text = sessionStorage.getItem(proofKey)
    return text ? (JSON.parse(text) as PendingProof) : null
  },
  setProof: (proof: PendingProof) => sessionStorage.setItem(proofKey, JSON.stringify(proof)),
  setCode(code: PendingCode) {
    sessionStorage.setItem(codeKey, JSON.stringify(code))
    sessionStorage.removeItem(proofKey)
  },
}
