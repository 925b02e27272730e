import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/lib/client.ts'
import { type PendingProof, session } from '#web/lib/session.ts'
import { TwoFactorForm } from '../components/TwoFactorForm.tsx'
import { completeSignIn, useSignInRedirect } from '../components/use-sign-in-redirect.ts'

/** What was proved by the mailed code, or by Google, once more with the code of the app. */
async function verifySecondFactor(proof: PendingProof, secondFactor: string) {
  if (proof.by === 'google') {
    const { id_token: idToken, nonce_key: nonceKey, form } = proof
    return completeSignIn(
      await call('auth.verify_google', {
        body: { id_token: idToken, nonce_key: nonceKey, second_factor: secondFactor },
      }),
      form,
      'google',
    )
  }
  const { email, sig, code, form } = proof
  return completeSignIn(
    await call('auth.verify_code', { body: { email, sig, code, second_factor: secondFactor } }),
    form,
    'code',
  )
}

/**
 * /second-factor: the browser keeps what was proved for this tab, so that a reload asks for nothing
 * twice.
 */
export function TwoFactorScreen() {
  const { next } = useSearch({ strict: false }) as { next?: string }
  const goOn = useSignInRedirect(next)
  const [proof] = useState(() => session.pendingProof())
  return (
    <TwoFactorForm
      enter={(code) =>
        proof ? verifySecondFactor(proof, code) : Promise.reject(new Error('nothing was proved'))
      }
      onEntered={goOn}
    />
  )
}
