import { z } from 'zod';

/** One bank (section 2); further members are not shown, so they are let through. */
export const bankRecord = z.looseObject({ name: z.string(), bic: z.string() });

/** The successful body around its records (section 4): one member, an array; records are judged one by one. */
export const successBody = z.strictObject({ banks: z.array(z.unknown()) });

/** The body of every error response (sections 2 and 7); further members are not shown, so they are let through. */
export const errorBody = z.looseObject({ description_status: z.string().min(1) });
