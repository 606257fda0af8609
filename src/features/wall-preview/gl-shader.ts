import { MIX } from './picture/light.ts';

/** One triangle that covers everything. */
export const VERTEX = `#version 300 es
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }`;

const float = (value: number) => value.toFixed(6);
const vector = (values: readonly number[]) => `vec${values.length}(${values.map(float).join()})`;

/** The mural over the wall, in its light, for every pixel at once. */
export const FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D wall, mural;
uniform vec2 size;
uniform mat3 toMural;
uniform vec3 edges[4];
uniform float strength, brightness, exposure, around;
out vec4 seen;

void main() {
  vec2 at = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y);
  vec2 share = at / size;
  vec3 bare = texture(wall, share).rgb;
  vec3 place = vec3(at, 1.0);
  float inside = min(min(dot(edges[0], place), dot(edges[1], place)),
                     min(dot(edges[2], place), dot(edges[3], place)));
  float cover = clamp(inside + 0.5, 0.0, 1.0);
  vec3 found = toMural * place;
  vec4 paint = texture(mural, found.xy / found.z, -0.25);
  float luma = max(${float(MIX.darkest)}, dot(bare, ${vector(MIX.luma)}));
  float near = max(${float(MIX.darkest)}, dot(textureLod(wall, share, around).rgb, ${vector(MIX.luma)}));
  float factor = clamp(luma / (brightness * sqrt(sqrt(near / brightness))), ${MIX.shade.map(float).join()}) * exposure;
  vec3 hue = mix(vec3(1.0), min(vec3(2.0), bare / luma), ${float(MIX.tint)});
  vec3 lit = min(vec3(1.0), paint.rgb * mix(vec3(1.0), factor * hue, strength));
  seen = vec4(mix(bare, lit, cover * paint.a), 1.0);
}`;
