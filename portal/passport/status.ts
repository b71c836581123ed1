/** True while a submission has not ended. */
export function isPending(status: string): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS';
}
