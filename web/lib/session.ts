/**
 * What the browser keeps of a sign-in. The session token is shared by all tabs; the temporary token
 * and the pending code belong to one tab and one sitting.
 */
const sessionKey = 'laurel.session'
const temporaryTokenKey = 'laurel.temporary'
const pendingCodeKey = 'laurel.code'
const pendingProofKey = 'laurel.proof'
const linkKeys = { invite: 'laurel.invite', undo_address: 'laurel.undo_address' } as const

export type SignInForm = 'login' | 'sign_up'
export type PendingCode = { email: string; sig: string; form: SignInForm; sent_at: number }

/** What was proved already, while the code of the authenticator app is still to come. */
export type PendingProof =
  | { by: 'code'; email: string; sig: string; code: string; form: SignInForm }
  | { by: 'google'; id_token: string; nonce_key: string; form: SignInForm }

/**
 * What a person wrote or chose in this browser. It survives the end of a session, but not logging
 * out.
 */
const personalKeys = /^laurel\.(draft|recent|emoji|columns|code|proof)\b/
function removePersonalData(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (personalKeys.test(key)) storage.removeItem(key)
  }
}

/** Where somebody goes whose session has ended. */
export type SignedOutPath = '/login' | '/goodbye' | '/workspaces'

const listeners = new Set<(to: SignedOutPath) => void>()

export const session = {
  token: () => localStorage.getItem(sessionKey),
  start(token: string) {
    localStorage.setItem(sessionKey, token)
    // The session chooses among the teams from now on.
    for (const key of [temporaryTokenKey, pendingCodeKey, pendingProofKey, linkKeys.invite])
      sessionStorage.removeItem(key)
  },
  /** In somebody's place: nothing of who was here before stays. */
  replace(token: string) {
    session.start(token)
  },
  end(to: SignedOutPath = '/login') {
    localStorage.removeItem(sessionKey)
    sessionStorage.removeItem(temporaryTokenKey)
    for (const tell of listeners) tell(to)
  },
  /**
   * After the team was left or deleted: `temporary` chooses among the others, where there are any.
   */
  leaveWorkspace(temporary: string | null) {
    removePersonalData()
    localStorage.removeItem(sessionKey)
    if (temporary === null) sessionStorage.removeItem(temporaryTokenKey)
    else session.setTemporaryToken(temporary)
    for (const tell of listeners) tell(temporary === null ? '/goodbye' : '/workspaces')
  },
  /**
   * The token of a mailed link, taken out of the address at once; a reload of the page finds it
   * here.
   */
  linkToken: (kind: keyof typeof linkKeys) => sessionStorage.getItem(linkKeys[kind]) ?? '',
  setLinkToken: (kind: keyof typeof linkKeys, token: string) =>
    sessionStorage.setItem(linkKeys[kind], token),
  /** Ends the session because the person leaves: nothing that they wrote stays in this browser. */
  logOut(to: SignedOutPath = '/login') {
    removePersonalData()
    session.end(to)
  },
  /** Called when this tab's session has ended, here or in another tab. */
  onEnd(tell: (to: SignedOutPath) => void): () => void {
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
  temporaryToken: () => sessionStorage.getItem(temporaryTokenKey),
  setTemporaryToken(token: string) {
    sessionStorage.setItem(temporaryTokenKey, token)
    sessionStorage.removeItem(pendingCodeKey)
    sessionStorage.removeItem(pendingProofKey)
  },
  pendingCode(): PendingCode | null {
    const text = sessionStorage.getItem(pendingCodeKey)
    return text ? (JSON.parse(text) as PendingCode) : null
  },
  pendingProof(): PendingProof | null {
    const text = sessionStorage.getItem(pendingProofKey)
    return text ? (JSON.parse(text) as PendingProof) : null
  },
  setPendingProof: (proof: PendingProof) =>
    sessionStorage.setItem(pendingProofKey, JSON.stringify(proof)),
  setPendingCode(code: PendingCode) {
    sessionStorage.setItem(pendingCodeKey, JSON.stringify(code))
    sessionStorage.removeItem(pendingProofKey)
  },
}
