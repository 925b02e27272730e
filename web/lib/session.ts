/**
 * Browser storage of a sign-in. All tabs share the session token; the temporary token and the
 * pending code belong to a tab.
 */
const sessionKey = 'laurel.session'
const temporaryTokenKey = 'laurel.temporary'
const pendingCodeKey = 'laurel.code'
const pendingProofKey = 'laurel.proof'
const linkKeys = {
  invite: 'laurel.invite',
  join: 'laurel.join',
  undo_address: 'laurel.undo_address',
} as const

/** The form that asked for a code. `join` is the page of a join link. */
export type SignInForm = 'login' | 'sign_up' | 'join'
export type PendingCode = { email: string; sig: string; form: SignInForm; sent_at: number }

/** The first proof of a sign-in that still needs the code of the authenticator app. */
export type PendingProof =
  | { by: 'code'; email: string; sig: string; code: string; form: SignInForm }
  | { by: 'google'; id_token: string; nonce_key: string; form: SignInForm }

/**
 * Drafts and choices of a person in this browser. They survive the end of a session, but not
 * logging out.
 */
const personalKeys = /^laurel\.(draft|recent|emoji|columns|prompt|away|code|proof|sso)\b/
function removePersonalData(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (personalKeys.test(key)) storage.removeItem(key)
  }
}

/** The page shown after a session has ended. */
export type SignedOutPath = '/login' | '/goodbye' | '/workspaces'

const listeners = new Set<(to: SignedOutPath) => void>()

export const session = {
  token: () => localStorage.getItem(sessionKey),
  start(token: string) {
    localStorage.setItem(sessionKey, token)
    // From now on the session token lists the teams.
    for (const key of [
      temporaryTokenKey,
      pendingCodeKey,
      pendingProofKey,
      linkKeys.invite,
      linkKeys.join,
    ])
      sessionStorage.removeItem(key)
  },
  /** Replaces the session for impersonation and removes all data of the former user. */
  replace(token: string) {
    session.start(token)
  },
  end(to: SignedOutPath = '/login') {
    localStorage.removeItem(sessionKey)
    sessionStorage.removeItem(temporaryTokenKey)
    for (const listener of listeners) listener(to)
  },
  /**
   * Ends the session after leaving or deleting a team. `temporary` is the token for the other
   * teams; null without any.
   */
  leaveWorkspace(temporary: string | null) {
    removePersonalData()
    localStorage.removeItem(sessionKey)
    if (temporary === null) sessionStorage.removeItem(temporaryTokenKey)
    else session.setTemporaryToken(temporary)
    for (const listener of listeners) listener(temporary === null ? '/goodbye' : '/workspaces')
  },
  /**
   * The token of a mailed link. The page removes it from the address at once and finds it here
   * after a reload.
   */
  linkToken: (kind: keyof typeof linkKeys) => sessionStorage.getItem(linkKeys[kind]) ?? '',
  setLinkToken: (kind: keyof typeof linkKeys, token: string) =>
    sessionStorage.setItem(linkKeys[kind], token),
  /** Logs out: ends the session and removes the person's drafts and choices from this browser. */
  logOut(to: SignedOutPath = '/login') {
    removePersonalData()
    session.end(to)
  },
  /**
   * Calls the listener when the session ends, in this or another tab. Returns the unsubscribe
   * function.
   */
  onEnd(listener: (to: SignedOutPath) => void): () => void {
    listeners.add(listener)
    const onStorage = (event: StorageEvent) => {
      if (event.key === sessionKey && event.newValue === null) listener('/login')
    }
    window.addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', onStorage)
    }
  },
  /**
   * Calls the listener when another tab replaces the session by one of another team or person.
   * Returns the unsubscribe function.
   */
  onReplace(listener: () => void): () => void {
    const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key === sessionKey && oldValue && newValue && oldValue !== newValue) listener()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
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
