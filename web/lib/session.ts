/**
 * What the browser keeps of a sign-in. The session token is shared by all tabs; the temporary token
 * and the pending code belong to one tab and one sitting.
 */
const sessionKey = 'laurel.session'
const temporaryKey = 'laurel.temporary'
const codeKey = 'laurel.code'
const proofKey = 'laurel.proof'
const linkKeys = { invite: 'laurel.invite', undo_address: 'laurel.undo_address' } as const

export type EntryForm = 'login' | 'sign_up'
export type PendingCode = { email: string; sig: string; form: EntryForm; sent_at: number }

/** What was proved already, while the code of the authenticator app is still to come. */
export type PendingProof =
  | { by: 'code'; email: string; sig: string; code: string; form: EntryForm }
  | { by: 'google'; id_token: string; nonce_key: string; form: EntryForm }

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
export type WayOut = '/login' | '/goodbye' | '/workspaces'

const listeners = new Set<(to: WayOut) => void>()

export const session = {
  token: () => localStorage.getItem(sessionKey),
  start(token: string) {
    localStorage.setItem(sessionKey, token)
    // The session chooses among the teams from now on.
    for (const key of [temporaryKey, codeKey, proofKey, linkKeys.invite])
      sessionStorage.removeItem(key)
  },
  /** In somebody's place: nothing of who was here before stays. */
  replace(token: string) {
    session.start(token)
  },
  end(to: WayOut = '/login') {
    localStorage.removeItem(sessionKey)
    sessionStorage.removeItem(temporaryKey)
    for (const tell of listeners) tell(to)
  },
  /**
   * After the team was left or deleted: `temporary` chooses among the others, where there are any.
   */
  leaveTeam(temporary: string | null) {
    removePersonalData()
    localStorage.removeItem(sessionKey)
    if (temporary === null) sessionStorage.removeItem(temporaryKey)
    else session.setTemporary(temporary)
    for (const tell of listeners) tell(temporary === null ? '/goodbye' : '/workspaces')
  },
  /**
   * The token of a mailed link, taken out of the address at once; a reload of the page finds it
   * here.
   */
  link: (kind: keyof typeof linkKeys) => sessionStorage.getItem(linkKeys[kind]) ?? '',
  setLink: (kind: keyof typeof linkKeys, token: string) =>
    sessionStorage.setItem(linkKeys[kind], token),
  /** Ends the session because the person leaves: nothing that they wrote stays in this browser. */
  logOut(to: WayOut = '/login') {
    removePersonalData()
    session.end(to)
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
