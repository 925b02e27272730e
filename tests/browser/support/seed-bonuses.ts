import { type AppUnderTest, callApi } from './app-under-test.ts'

/** Creates a paid bonus and two unpaid ones, of which the budget cannot pay one. */
export async function makeBonuses(
  product: AppUnderTest,
  founder: string,
  budget: string | null,
): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const create = (bonus: object) =>
    callApi<{ id: string }>(product, 'POST', '/bonuses', founder, {
      audience: {},
      starts_on: '2026-01-01',
      ends_on: today,
      ...bonus,
    })
  const welcome = await create({
    name: 'A warm welcome',
    text: 'Something small for the start of the year.',
    method: 'fixed',
    points: 25,
  })
  const { people, points } = await callApi<{ people: number; points: number }>(
    product,
    'GET',
    `/bonuses/${welcome.id}/preview`,
    founder,
  )
  await callApi(product, 'POST', `/bonuses/${welcome.id}/pay`, founder, { people, points })
  await create({
    name: 'Offsite in June',
    method: 'even',
    points: 9_000,
    budget_id: budget,
    audience: { managers_only: true },
  })
  await create({
    name: 'Strong first half',
    text: 'Thank you for six months that our customers noticed.',
    method: 'share',
    points: 2_000,
    person_max: 400,
  })
}
