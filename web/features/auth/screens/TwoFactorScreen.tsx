import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/lib/client.ts'
import { type PendingProof, session } from '#web/lib/session.ts'
import { TwoFactorForm } from '../components/TwoFactorForm.tsx'
import { completeSignIn, useSignInRedirect } from '../components/use-sign-in-redirect.ts'

/** Repeats the first verification (mailed code or Google) together with the authenticator code. */
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

/** /second-factor: the first proof is in this tab's session storage, so a reload keeps it. */
export function TwoFactorScreen() {
  const { next } = useSearch({ strict: false }) as { next?: string }
  const redirect = useSignInRedirect(next)
  const [proof] = useState(() => session.pendingProof())
  return (
    <TwoFactorForm
      verifyCode={(code) =>
        proof ? verifySecondFactor(proof, code) : Promise.reject(new Error('nothing was proved'))
      }
      onVerified={redirect}
      start={
        proof?.form === 'join' ? { to: '/join' } : { to: '/login', search: next ? { next } : {} }
      }
    />
  )
}
