"""The quick tier, for use while working: `python -m pytest -m quick -n 2`, a few minutes.

It has every test but those listed here: what takes longest (of `--durations=0`), all together nine
tenths of the suite's time. A new test is in it until it is slow enough to stand here.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
TESTS = Path(__file__).parent
MAX_CASES = 3  # of one parametrised function

# Folders and files without a test in the tier: clients, comparisons with Mesa, and random ones.
LEFT_OUT = (
    "clients",
    "drivers",
    "gl/draw/test_draws_between.py",
    "gl/test_errors.py",
    "ir/test_random_older_vertex.py",
    "pipeline/primitives/test_random_geometry.py",
    "pipeline/draws/test_primitives_alike.py",
)
# file: the functions in it that are left out.
SLOW = {
    "bench/test_command.py": "test_every_frame test_growth test_processes test_stages",
    "bench/test_frames.py": "test_pictures",
    "asm/test_disassemble.py": "test_random_programs",
    "asm/tgsi/test_fuzz.py": "test_every_truncation test_mutations",
    "asm/tgsi/test_refused.py": "test_too_many",
    "asm/tgsi/test_write.py": (
        "test_a_text_is_its_own_text test_every_shader test_random_branches test_random_programs"
    ),
    "asm/tgsi/test_write_geometry.py": "test_random_programs",
    "asm/tgsi/test_write_older.py": "test_random_programs",
    "asm/test_fuzz.py": "test_every_truncation test_mutations test_random_text",
    "debug/captures/test_checks.py": (
        "test_lines_that_are_no_calls test_zips_that_unpack_to_more_than_they_say"
    ),
    "debug/captures/test_random_calls.py": "test_random_calls",
    "debug/captures/test_restore_planes.py": "test_renderbuffers_of_every_format",
    "gl/draw/test_draws_together.py": (
        "test_instances test_pieces_of_a_large_draw test_pieces_with_two_polygon_modes "
        "test_primitive_restart test_several_ranges"
    ),
    "gl/draw/test_nv_fragment_programs.py": "test_float_buffers_keep_packed_numbers",
    "gl/draw/test_random_fragments.py": "test_random_state",
    "gl/draw/test_reading_what_is_written.py": (
        "test_a_thread_that_writes_to_indices test_random_draws"
    ),
    "gl/fragments/test_srgb.py": "test_what_is_stored_survives_blending_with_nothing",
    "gl/programs/test_program_state.py": "test_programs_show_them",
    "gl/programs/test_tgsi_texts.py": "test_every_shader test_random_programs",
    "gl/programs/test_texture_instructions.py": "test_lookups test_textures_that_are_not_complete",
    "gl/test_pointers.py": (
        "test_memory_is_read_as_an_array_is test_results_are_written_whole_or_not_at_all"
    ),
    "gl/test_refused.py": "test_enums_that_are_none test_not_between_begin_and_end",
    "gl/textures/test_depth_textures.py": "test_comparison",
    "gl/textures/test_texture_formats.py": "test_every_format_is_drawn_to test_samples",
    "gl/test_unchanged.py": (
        "test_a_command_works_or_changes_nothing "
        "test_wrong_arguments_are_refused_and_change_nothing"
    ),
    "golden/test_languages.py": (
        "test_languages_with_the_same_arithmetic_draw_the_same test_tgsi_and_its_twin_change_places"
    ),
    "golden/test_plugin.py": (
        "test_every_image_is_judged_and_named test_names_that_workers_share test_unused_references"
    ),
    "golden/test_testing_docs.py": "test_the_first_golden_test",
    "golden/test_scenes.py": (
        "test_machines_draw_the_same_bits test_samples_smooth_edges_and_change_nothing_else "
        "test_scene_is_its_reference_image"
    ),
    "ir/test_condition_codes.py": "test_comparisons_after_a_subtraction",
    "ir/test_cost.py": (
        "test_the_budget_is_the_number_of_instructions "
        "test_the_cost_grows_with_the_program_only test_the_slower_paths_have_the_same_bits"
    ),
    "ir/test_flow.py": "test_loops_of_a_recursive_subroutine",
    "ir/test_older_fragment.py": "test_steps_are_limited",
    "ir/test_older_vertex.py": "test_a_state_program_reads_what_it_wrote test_rules",
    "ir/test_random_older_fragment.py": "test_against_the_interpreter test_disassembly",
    "ir/test_random_programs.py": "test_against_the_interpreter test_machines_agree",
    "ir/test_random_tgsi.py": "test_against_the_interpreter test_compiled",
    "isa/test_fragment_special_cases.py": "test_precisions test_special_cases",
    "isa/test_special_cases.py": "test_special_cases",
    "isa/test_sums.py": "test_random_operands",
    "isa/test_vectors.py": "test_machines_agree test_vectors",
    "lanes/test_machines.py": "test_compiling_leaves_nothing_behind test_llvm_equals_eager",
    "pipeline/primitives/test_clip.py": (
        "test_positions_of_any_scale test_random_positions_crash_nothing_and_machines_agree"
    ),
    "pipeline/vertices/test_fetch.py": (
        "test_nothing_is_read_beyond_the_memory test_the_kernel_reads_any_layout"
    ),
    "pipeline/fragments/test_fragment_tests.py": (
        "test_alpha_functions test_logic_operations test_order test_stencil_functions "
        "test_stencil_operations"
    ),
    "pipeline/primitives/test_lines.py": (
        "test_coverage_is_exact test_every_direction_from_every_place test_harmless_coordinates"
    ),
    "pipeline/planes/test_planes.py": "test_machines_agree test_machines_agree_on_depths",
    "pipeline/primitives/test_points.py": "test_sprites",
    "pipeline/tiles/test_raster.py": (
        "test_blending test_coverage_is_exact test_culling test_depth_functions "
        "test_machines_agree_on_a_crowded_picture"
    ),
    "pipeline/fragments/test_smooth.py": (
        "test_lines test_points test_stippled_lines test_triangles"
    ),
    "running/test_pyglet.py": (
        "test_frames_events_and_time test_programs_with_a_loop_of_their_own"
    ),
    "test_cli.py": "test_a_model_file_is_shown_in_a_material test_the_module_runs_as_a_command",
    "test_determinism.py": (
        "test_every_level_of_this_cpu test_every_width_and_thread_count "
        "test_programs_that_only_tgsi_has test_textures_at_every_width "
        "test_the_same_programs_as_texts_of_tgsi test_vectors_of_two_registers"
    ),
    "test_dump.py": "test_every_stage_of_every_shader",
    "test_models.py": (
        "test_chrome_is_chrome_whatever_the_file_says_but_for_its_holes "
        "test_one_sided_materials_are_culled_from_behind"
    ),
    "translate/assembly/test_opcodes.py": "test_exactly_to_arb test_to_arb test_to_nv4",
    "translate/glsl/test_versions.py": "test_texts_have_what_their_version_has",
    "translate/assembly/test_programs.py": "test_compiled test_every_shader test_random_programs",
    "texture/test_fetch.py": "test_offset_moves_by_whole_texels",
    "texture/test_image.py": "test_a_large_odd_image_does_not_overflow",
    "texture/test_sampling.py": "test_any_coordinate_is_harmless test_machines_agree_bit_for_bit",
    "pixels/test_conversion.py": "test_round_trip",
    "debug/captures/test_capture.py": "test_random_calls",
    "debug/tracing/test_trace.py": (
        "test_pixels_of_scenes_have_the_traced_bits "
        "test_traces_of_any_mixture_have_the_bits_of_the_picture"
    ),
    "debug/test_watching.py": "test_frames_of_scenes_have_the_same_bytes_watched",
    "gl/draw/test_geometry_draws.py": "test_primitives_that_pass_through",
    "gl/draw/test_meshes.py": "test_small_triangles_go_together",
    "gl/draw/test_batch.py": "test_few_looks_are_drawn_one_by_one test_waiting_is_not_seen",
    "gl/draw/test_waiting_in_textures.py": "test_waiting_is_not_seen",
    "gl/explain/test_explain.py": "test_pictures_stay_the_same_and_counts_add_up",
    "gl/fragments/test_multisample.py": "test_all_machines_agree test_coverage_that_is_changed",
    "gl/selection/test_selection.py": "test_random_draws",
    "ir/test_reads.py": "test_what_is_not_read_may_be_anything",
    "lanes/test_naming.py": "test_processes_agree",
    "pipeline/support/test_arena.py": "test_parts_of_any_size",
    "test_workers.py": (
        "test_a_cluster_draws_the_same_bytes_and_survives_its_workers "
        "test_a_worker_that_ends_is_replaced "
        "test_workers_end_with_the_process_that_started_them"
    ),
    "translate/glsl/test_programs.py": (
        "test_every_opcode_exactly test_every_opcode_to_be_read "
        "test_every_shader_compiles_and_gives_the_same test_random_programs"
    ),
}


def is_quick(path: Path, function: str) -> bool:
    """True if a test function of a file belongs to the tier."""
    name = path.relative_to(TESTS).as_posix()
    if name.startswith(LEFT_OUT):
        return False
    return function not in SLOW.get(name, "").split()


def quick_cases(cases: Sequence[T]) -> list[T]:
    """Returns the cases of a test function that the tier has: MAX_CASES of them, evenly spread."""
    last = len(cases) - 1
    if last < MAX_CASES:
        return list(cases)
    return [cases[last * n // (MAX_CASES - 1)] for n in range(MAX_CASES)]
