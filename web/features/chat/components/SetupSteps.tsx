import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './chat.module.css'

export type SetupStep = { title: string; content: ReactNode }

/** Returns the open step of a setup, the furthest one, and a function that opens a step. */
export function useSetupSteps(first: number) {
  const [{ open, reached }, setSteps] = useState({ open: first, reached: first })
  const openStep = (step: number) =>
    setSteps((old) => ({ open: step, reached: Math.max(step, old.reached) }))
  return { open, reached, openStep }
}

/** The content of the open step. It gets the focus when another step opens. */
function StepBody({ isFocused, children }: { isFocused: boolean; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) body.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <div ref={body} tabIndex={-1} className={css['body']}>
      {children}
    </div>
  )
}

/** Numbered steps, one of them open. Finished steps open again. */
export function SetupSteps({
  title,
  steps,
  open,
  reached,
  openStep,
}: { title: string; steps: SetupStep[] } & ReturnType<typeof useSetupSteps>) {
  const { t } = useTranslation('connections')
  const id = useId()
  const [first] = useState(open)
  const [hasMoved, setHasMoved] = useState(false)
  if (open !== first && !hasMoved) setHasMoved(true)
  const stateOf = (index: number) => {
    if (index === open) return 'now'
    return index < reached ? 'done' : 'next'
  }
  return (
    <Card className={css['section']}>
      <h2 id={id} className="sr-only">
        {title}
      </h2>
      <ol className={css['steps']} aria-labelledby={id}>
        {steps.map((step, index) => {
          const state = stateOf(index)
          return (
            <li
              key={step.title}
              className={css['step']}
              data-state={state}
              {...(state === 'now' ? { 'aria-current': 'step' as const } : {})}
            >
              <span className={css['number']} aria-hidden="true">
                {state === 'done' ? <IconCheck size={16} stroke={3} /> : index + 1}
              </span>
              <div className={css['stepHead']}>
                <h3>{step.title}</h3>
                {index !== open && index <= reached ? (
                  <Button variant="subtle" size="compact-sm" onClick={() => openStep(index)}>
                    {t('app.step.show')}
                    <span className="sr-only">: {step.title}</span>
                  </Button>
                ) : null}
              </div>
              {index === open ? <StepBody isFocused={hasMoved}>{step.content}</StepBody> : null}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
